import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findServiceMessage, readEnvelope } from '#shared/api/envelope.ts';

describe('readEnvelope', () => {
  it.each([[true], ['true'], [1], ['1']])('accepts ok %j as success', (ok) => {
    expect(readEnvelope({ ok, data: { a: 1 } })).toEqual({ kind: 'ok', data: { a: 1 } });
  });

  it('uses the other keys as the data if it is missing', () => {
    expect(readEnvelope({ ok: true, added: true })).toEqual({ kind: 'ok', data: { added: true } });
    expect(readEnvelope({ ok: true })).toEqual({ kind: 'ok', data: {} });
  });

  it.each([[null], [[]], ['ok'], [1], [{}], [{ data: {} }], [{ ok: 'perhaps', data: {} }], [{ ok: null }]])(
    'rejects %j as not of this API',
    (json) => {
      expect(readEnvelope(json)).toEqual({ kind: 'foreign' });
    },
  );

  it('never takes a refusal for a success', () => {
    fc.assert(
      fc.property(fc.constantFrom(false, 'false', 0, '0'), fc.dictionary(fc.string(), fc.jsonValue()), (ok, rest) => {
        expect(readEnvelope({ ...rest, ok }).kind).toBe('refused');
      }),
    );
  });
});

describe('findServiceMessage', () => {
  it.each([
    [{ error: 'no money' }, 'no money'],
    [{ error: { code: 'x', message: 'no money' } }, 'no money'],
    [{ message: 'no money' }, 'no money'],
    [{ detail: 'no money' }, 'no money'],
    [{ detail: [{ loc: ['gb'], msg: 'no money' }] }, 'no money'],
    [{ errors: ['no', 'money'] }, 'no; money'],
    [{ errors: { gb: ['too many'], pool_type: 'unknown' } }, 'gb: too many; pool_type: unknown'],
    [{ errors: [{ field: 'gb', message: 'too many' }] }, 'too many'],
    [{ data: { message: 'no money' } }, 'no money'],
    [{ error: true, description: 'no money' }, 'no money'],
    [{ error: { code: 'no_money' } }, 'no_money'],
    [{ error_code: 17 }, '17'],
    [{ ok: false }, null],
    [{ error: '  ' }, null],
    [null, null],
  ])('finds in %j the message %j', (json, message) => {
    expect(findServiceMessage(json)).toBe(message);
  });

  it('returns a short message, whatever the service sends', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        expect(findServiceMessage(json)?.length ?? 0).toBeLessThanOrEqual(500);
      }),
    );
    expect(findServiceMessage({ error: 'x'.repeat(9_000) })).toHaveLength(500);
  });
});
