import { describe, expect, it } from 'vitest';
import { clientLabel, shortClientLabel, wholeClientLabel } from '#shared/domain/client-label.ts';

describe('the label of a client', () => {
  it('is told from another of the same name by the key, and from another of the same key by the id', () => {
    expect(clientLabel({ name: 'Anna', clientKey: 'anna-1', messengerId: 7 })).toBe('Anna · anna-1');
    expect(clientLabel({ name: 'Anna', clientKey: 'anna-2', messengerId: 7 })).toBe('Anna · anna-2');
    expect(clientLabel({ name: '', clientKey: 'vip', messengerId: 8 })).toBe('vip · 8');
    expect(clientLabel({ name: 'vip', clientKey: 'vip', messengerId: 9 })).toBe('vip · 9');
  });

  it('consists of the known parts', () => {
    expect(clientLabel({ name: '', clientKey: 'anna-1' })).toBe('anna-1');
    expect(clientLabel({ name: 'Anna', clientKey: '' })).toBe('Anna');
    expect(clientLabel({ name: '', clientKey: '', messengerId: 7 })).toBe('');
  });

  it('keeps the key in a title, however long the name is', () => {
    const long = 'я'.repeat(300);
    expect(shortClientLabel({ name: long, clientKey: 'anna-1' })).toMatch(/^я{60} · anna-1$/);
    expect(shortClientLabel({ name: '', clientKey: 'vip', messengerId: 8 })).toBe('vip · 8');
    expect(shortClientLabel({ name: '👩‍💻'.repeat(60), clientKey: 'dev' })).toMatch(/ · dev$/);
  });

  it('contains each part once in its full form', () => {
    expect(wholeClientLabel({ name: 'Anna', clientKey: 'anna-1', messengerId: 7 })).toBe('Anna · anna-1 · 7');
    expect(wholeClientLabel({ name: 'vip', clientKey: 'vip', messengerId: 9 })).toBe('vip · 9');
    expect(wholeClientLabel({ name: 'Anna', clientKey: '' })).toBe('Anna');
  });
});
