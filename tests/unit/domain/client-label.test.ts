import { describe, expect, it } from 'vitest';
import { clientLabel } from '#shared/domain/client-label.ts';

describe('a client in a text', () => {
  it('is told from another of the same name by the key, and from another of the same key by the id', () => {
    expect(clientLabel({ name: 'Anna', clientKey: 'anna-1', messengerId: 7 })).toBe('Anna · anna-1');
    expect(clientLabel({ name: 'Anna', clientKey: 'anna-2', messengerId: 7 })).toBe('Anna · anna-2');
    expect(clientLabel({ name: '', clientKey: 'vip', messengerId: 8 })).toBe('vip · 8');
    expect(clientLabel({ name: 'vip', clientKey: 'vip', messengerId: 9 })).toBe('vip · 9');
  });

  it('is called by what is known of it', () => {
    expect(clientLabel({ name: '', clientKey: 'anna-1' })).toBe('anna-1');
    expect(clientLabel({ name: 'Anna', clientKey: '' })).toBe('Anna');
    expect(clientLabel({ name: '', clientKey: '', messengerId: 7 })).toBe('');
  });
});
