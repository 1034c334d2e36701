import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newKeyRing, nextKey, withKey } from '#core/sync/crypto/keys.ts';
import { createClientsThere, isTokenKnown, ownMark } from '#core/sync/membership/whose-books.ts';

const hashOf = (token: string) => async (key: Uint8Array) =>
  createHmac('sha256', key).update(token).digest('base64url');
const stamp = (ms: number): string => `${ms.toString(16).padStart(12, '0')}0000aaaaaaaa`;

describe('the mark of a token', () => {
  it('is recognised with any key of the desk, and reveals nothing without one', async () => {
    const old = newKeyRing();
    const ring = withKey(old, nextKey(old));
    const marks = [await ownMark(old, hashOf('token')), ''];
    expect(await isTokenKnown(marks, ring, hashOf('token'))).toBe(true);
    expect(await isTokenKnown(marks, ring, hashOf('another'))).toBe(false);
    expect(await isTokenKnown(marks, newKeyRing(), hashOf('token'))).toBe(false);
    expect(marks[0]).not.toContain('token');
  });

  it('is missing without a token, and then matches nobody', async () => {
    const ring = newKeyRing();
    const none = async () => null;
    expect(await ownMark(ring, none)).toBe('');
    expect(await isTokenKnown([''], ring, none)).toBe(false);
  });
});

describe('the goods of a shared desk that the service must list', () => {
  const DAY = 86_400_000;
  const subscription = (uuid: string, expiresAt: number, goneAt: number | null = null) => [
    uuid,
    'active',
    expiresAt,
    '',
    null,
    0,
    goneAt,
    null,
  ];
  const told = (uid: string, at: number, rows: readonly unknown[]) => ({
    kind: 'client',
    uid,
    fields: {
      made: [stamp(at), [1, uid, uid, 0], null],
      vpn: [stamp(at), [[[at]], rows], null],
    } as never,
  });

  it('are the ones that were read last, still exist, and last longest', () => {
    const clients = createClientsThere(DAY);
    clients.see(told('anna', 1, [subscription('OLD', 9 * DAY)]));
    clients.see(told('anna', 3, [subscription('NEW', 5 * DAY), subscription('over', 1)]));
    clients.see(told('anna', 2, [subscription('late', 9 * DAY)]));
    clients.see(told('boris', 1, [subscription('gone', 9 * DAY, 1)]));
    for (const [index, uid] of ['c', 'd', 'e'].entries())
      clients.see(told(uid, 1, [subscription(uid, (6 + index) * DAY)]));
    expect(clients.known()).toEqual([
      { messengerId: 1, clientKey: 'e', uuids: ['e'] },
      { messengerId: 1, clientKey: 'd', uuids: ['d'] },
      { messengerId: 1, clientKey: 'c', uuids: ['c'] },
    ]);
  });

  it('are empty if a colleague published something that is not such a list', () => {
    const clients = createClientsThere(DAY);
    for (const vpn of [null, 'x', [], [1, 2], [[], [1, [2], ['uuid', 'active', 'soon']]]])
      clients.see({
        kind: 'client',
        uid: 'anna',
        fields: { made: [stamp(1), [1, 'anna'], null], vpn: [stamp(1), vpn, null] } as never,
      });
    expect(clients.known()).toEqual([]);
  });
});
