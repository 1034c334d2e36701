import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinDigitGroups, parseDecimalNumber, parseWholeNumber, readingsOf } from '#shared/domain/typed-number.ts';

const BLANKS = [' ', '\u00a0', '\u2009', '\u202f'] as const;

describe('typed numbers', () => {
  it('are read the same with and without blanks between their groups', () => {
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom(...BLANKS), (value, blank) => {
        const grouped = String(value).replace(/\B(?=(\d{3})+$)/g, blank);
        expect(parseWholeNumber(grouped)).toBe(value);
        expect(parseDecimalNumber(grouped)).toBe(value);
      }),
    );
  });

  it.each([
    '',
    ' ',
    '1,5',
    '1.5',
    '1,000',
    '1e9',
    '1E9',
    '0x10',
    '1 00',
    '1  000',
    '1 0000',
    '12 34',
    'ten',
    '--1',
    '١',
  ])('are refused as whole numbers when %j was typed', (typed) => {
    expect(parseWholeNumber(typed)).toBeNull();
  });

  it.each<[string, number | null]>([
    ['1,5', 1.5],
    ['1.5', 1.5],
    ['.5', 0.5],
    ['2.', 2],
    ['1 234,5', 1234.5],
    ['-3', -3],
    ['1e9', null],
    ['1,2,3', null],
    ['1.2.3', null],
    ['', null],
    [',', null],
    ['Infinity', null],
    ['1,000', null],
    ['12.345', null],
    ['-999.125', null],
    ['0,125', 0.125],
    ['1234.567', 1234.567],
    ['1 234,567', 1234.567],
    ['12.3450', 12.345],
  ])('%j with decimals is %j', (typed, value) => {
    expect(parseDecimalNumber(typed)).toBe(value);
  });

  it.each([
    ['1,000', '1', '1000'],
    ['2.500', '2.5', '2500'],
    ['12.345', '12.3450', '12345'],
  ])('%j is ambiguous: %j or %j, and each of these is read', (typed, fraction, whole) => {
    expect(readingsOf(typed)).toEqual({ fraction, whole });
    expect(parseDecimalNumber(fraction)).toBe(Number(fraction));
    expect(parseDecimalNumber(whole)).toBe(Number(whole));
  });

  it('keep blanks that separate no groups', () => {
    expect(joinDigitGroups('5 012 345 678')).toBe('5012345678');
    expect(joinDigitGroups('-100 123 456')).toBe('-100123456');
    expect(joinDigitGroups('5012 345')).toBe('5012 345');
    expect(joinDigitGroups('12 34')).toBe('12 34');
  });
});
