import { type BooksVerdict, compareBooks, type KnownBooks } from '#core/service/account/other-books.ts';
import type { ApiClient } from '#core/service/api/api-client.ts';
import { type DeskKey, type KeyRing, newestKey } from '#core/sync/crypto/keys.ts';
import type { RecordChange } from '#core/sync/model/record-change.ts';
import type { ComputerEntry } from './computers.ts';

/**
 * Returns a keyed hash of the token that this computer has for the service (service/account/token-mark.ts), or `null`
 * if it has none or the token cannot be read. The key is one of the shared desk, so only its members can find out
 * whether two tokens are the same.
 */
export type HashToken = (key: Uint8Array) => Promise<string | null>;

/** Returns the generation of the key together with the hash, or '' if there is no hash. */
export const tokenMark = async ({ generation, key }: DeskKey, hash: HashToken): Promise<string> => {
  const hashed = await hash(key).catch(() => null);
  return hashed === null ? '' : `${generation}:${hashed}`;
};

/** Returns whether one of these marks (see `tokenMark`) belongs to the token. */
export const isTokenKnown = async (marks: readonly string[], ring: KeyRing, hash: HashToken): Promise<boolean> => {
  for (const key of ring) {
    const ofKey = marks.filter((mark) => mark.startsWith(`${key.generation}:`));
    if (ofKey.length > 0 && ofKey.includes(await tokenMark(key, hash))) return true;
  }
  return false;
};

type KnownClient = KnownBooks['clients'][number];

/** The number of clients whose subscriptions are looked up; one found subscription is enough. */
const SAMPLE = 3;

/** Reads the subscriptions that still run at `now` (ms since the epoch, UTC) from the field `vpn` of a published client. */
const liveUuids = (vpn: unknown, now: number): { readonly uuids: readonly string[]; readonly until: number } => {
  const rows = Array.isArray(vpn) && Array.isArray(vpn[1]) ? (vpn[1] as readonly unknown[]) : [];
  const live = rows.flatMap((row) => {
    const [uuid, , expiresAt, , , , goneAt] = Array.isArray(row) ? (row as readonly unknown[]) : [];
    const isLive = typeof uuid === 'string' && typeof expiresAt === 'number' && expiresAt > now && goneAt === null;
    return isLive ? [{ uuid: uuid.toLowerCase(), expiresAt }] : [];
  });
  const until = live.reduce((latest, { expiresAt }) => Math.max(latest, expiresAt), 0);
  return { uuids: live.map(({ uuid }) => uuid), until };
};

/**
 * Gathers, from everything that was published on a desk, clients with subscriptions that the service must still list.
 */
export const createClientsThere = (now: number) => {
  const pairs = new Map<string, { readonly timestamp: string } & Omit<KnownClient, 'uuids'>>();
  const goods = new Map<string, { readonly timestamp: string } & ReturnType<typeof liveUuids>>();
  return {
    /** Takes in one published change. */
    see: ({ uid, fields }: RecordChange): void => {
      const [madeAt = '', made] = fields.made ?? [];
      const [messengerId, clientKey] = Array.isArray(made) ? (made as readonly unknown[]) : [];
      const isPair = typeof messengerId === 'number' && typeof clientKey === 'string';
      if (isPair && madeAt > (pairs.get(uid)?.timestamp ?? ''))
        pairs.set(uid, { timestamp: madeAt, messengerId, clientKey });
      const [readAt = '', vpn] = fields.vpn ?? [];
      if (readAt > (goods.get(uid)?.timestamp ?? '')) goods.set(uid, { timestamp: readAt, ...liveUuids(vpn, now) });
    },
    /** Returns the clients whose subscriptions run longest. */
    known: (): readonly KnownClient[] =>
      [...goods]
        .filter(([uid, { uuids }]) => uuids.length > 0 && pairs.has(uid))
        .toSorted(([, one], [, other]) => other.until - one.until)
        .slice(0, SAMPLE)
        .flatMap(([uid, { uuids }]) => {
          const pair = pairs.get(uid);
          return pair === undefined ? [] : [{ messengerId: pair.messengerId, clientKey: pair.clientKey, uuids }];
        }),
  };
};

export interface JoiningVerdict {
  readonly verdict: BooksVerdict;
  /**
   * The total that was spent with this computer's token, as the service says. `spentThereKopecks` is the total of the
   * shared desk, as far as its computers have read it.
   */
  readonly spentHereKopecks: number | null;
  readonly spentThereKopecks: number | null;
}

/**
 * Judges whether this computer belongs to the reseller whose desk it is about to join. The same token is recognized by
 * its mark. Another token is compared by its books. If they prove nothing, or cannot be read, only the user knows.
 */
export const judgeJoining = async (
  {
    ring,
    computers,
    clients,
  }: {
    readonly ring: KeyRing;
    readonly computers: readonly ComputerEntry[];
    readonly clients: readonly KnownClient[];
  },
  { hash, api }: { readonly hash: HashToken; readonly api: () => Promise<ApiClient> },
): Promise<JoiningVerdict> => {
  const none = { spentHereKopecks: null, spentThereKopecks: null };
  const marks = computers.map((one) => one.tokenMark);
  if (await isTokenKnown(marks, ring, hash)) return { verdict: 'same', ...none };
  // Both totals only ever grow, so the largest ones are the newest.
  const read = computers.flatMap(({ sums }) => (sums === null ? [] : [sums]));
  const spentKopecks = Math.max(...read.map((one) => one.spentKopecks));
  const paidIn = Math.max(...read.map((one) => one.spentKopecks + one.balanceKopecks));
  const balance = read.length === 0 ? null : { spentKopecks, balanceKopecks: paidIn - spentKopecks };
  const spentThereKopecks = balance?.spentKopecks ?? null;
  try {
    const service = await api();
    const { value } = await service.call('balance', {}, { attempts: 1 });
    const verdict = await compareBooks({ balance, clients, isEmpty: false }, value, service);
    return { verdict, spentHereKopecks: value.spentKopecks, spentThereKopecks };
  } catch {
    return { ...none, verdict: 'unproven', spentThereKopecks };
  }
};

/** Returns the mark of this computer's token, made with the newest key. */
export const ownMark = (ring: KeyRing, hash: HashToken): Promise<string> => tokenMark(newestKey(ring), hash);
