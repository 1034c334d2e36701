import { type BooksVerdict, compareBooks, type KnownBooks } from '#core/service/account/other-books.ts';
import type { ApiClient } from '#core/service/api/api-client.ts';
import { type DeskKey, type KeyRing, newestKey } from '#core/sync/crypto/keys.ts';
import type { RecordChange } from '#core/sync/model/record-change.ts';
import type { ComputerEntry } from './computers.ts';

/**
 * A keyed hash of the token that this computer has for the service (service/account/token-mark.ts); `null`: it has none, or it cannot be
 * read. The key is one of the shared desk, so only who has that can find out whether two tokens are the same.
 */
export type HashToken = (key: Uint8Array) => Promise<string | null>;

/** The generation of the key, and the hash. */
export const tokenMark = async ({ generation, key }: DeskKey, hash: HashToken): Promise<string> => {
  const hashed = await hash(key).catch(() => null);
  return hashed === null ? '' : `${generation}:${hashed}`;
};

/** Whether one of these marks is of the token. */
export const isTokenKnown = async (marks: readonly string[], ring: KeyRing, hash: HashToken): Promise<boolean> => {
  for (const key of ring) {
    const ofKey = marks.filter((mark) => mark.startsWith(`${key.generation}:`));
    if (ofKey.length > 0 && ofKey.includes(await tokenMark(key, hash))) return true;
  }
  return false;
};

type KnownClient = KnownBooks['clients'][number];

/** Clients whose subscriptions are looked for; one of them is enough. */
const SAMPLE = 3;

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

/** Gathers, from all that was told on a desk, clients with subscriptions that the service must still list. */
export const createClientsThere = (now: number) => {
  const pairs = new Map<string, { readonly stamp: string } & Omit<KnownClient, 'uuids'>>();
  const goods = new Map<string, { readonly stamp: string } & ReturnType<typeof liveUuids>>();
  return {
    see: ({ uid, fields }: RecordChange): void => {
      const [madeAt = '', made] = fields.made ?? [];
      const [messengerId, clientKey] = Array.isArray(made) ? (made as readonly unknown[]) : [];
      const isPair = typeof messengerId === 'number' && typeof clientKey === 'string';
      if (isPair && madeAt > (pairs.get(uid)?.stamp ?? '')) pairs.set(uid, { stamp: madeAt, messengerId, clientKey });
      const [readAt = '', vpn] = fields.vpn ?? [];
      if (readAt > (goods.get(uid)?.stamp ?? '')) goods.set(uid, { stamp: readAt, ...liveUuids(vpn, now) });
    },
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

export interface Whose {
  readonly verdict: BooksVerdict;
  /** What was spent: at the service, by this computer's token; on the shared desk, as far as its computers have read. */
  readonly spentHereKopecks: number | null;
  readonly spentThereKopecks: number | null;
}

/**
 * Whether this computer is of the reseller whose desk it is to join. The same token is known by its mark; another one by its
 * books, and where they prove nothing, or cannot be read, only the user knows.
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
): Promise<Whose> => {
  const none = { spentHereKopecks: null, spentThereKopecks: null };
  const marks = computers.map((one) => one.tokenMark);
  if (await isTokenKnown(marks, ring, hash)) return { verdict: 'same', ...none };
  // Both only ever grow.
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

/** This computer's own mark, with the newest key. */
export const ownMark = (ring: KeyRing, hash: HashToken): Promise<string> => tokenMark(newestKey(ring), hash);
