import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { Ports } from '#core/ports.ts';
import { type ApiClient, createApiClient } from '#core/service/api/api-client.ts';
import { createPacer } from '#core/service/api/pacer.ts';
import type { Balance } from '#shared/contract/account.ts';
import { DeskError } from '#shared/result.ts';
import { type StoredAccount, tokenMarkOf } from './account-repository.ts';
import { hashToken, isMarkOf } from './token-mark.ts';
import type { TokenVault } from './token-vault.ts';

/** The desk's knowledge of the reseller's account of the service. */
export interface KnownBooks {
  /** The balance as last read, or `null`. */
  readonly balance: Pick<Balance, 'balanceKopecks' | 'spentKopecks'> | null;
  /** Clients with subscriptions that the service must still list. */
  readonly clients: readonly KnownClient[];
  /** Whether the desk has no data that could be attributed to another reseller. */
  readonly isEmpty: boolean;
}

interface KnownClient {
  readonly messengerId: number;
  readonly clientKey: string;
  /** In lower case. */
  readonly uuids: readonly string[];
}

/**
 * Whether a token belongs to the account of the service whose books are known:
 *
 * - `same`: this is proven;
 * - `other`: its books cannot continue the known ones;
 * - `unproven`: they could, but nothing proves it. Only the user knows.
 */
export type BooksVerdict = 'same' | 'other' | 'unproven';

/** The number of clients whose subscriptions are looked up; one found subscription is enough. */
const SAMPLE = 3;

/** Reads what the desk knows of an account at the service. `now`: ms since the epoch, UTC. */
export const knownBooks = (db: Database, accountId: string, now: number): KnownBooks => {
  const balance = db.get<NonNullable<KnownBooks['balance']>>(sql`SELECT balance_kopecks, spent_kopecks FROM accounts
    WHERE id = ${accountId} AND balance_kopecks IS NOT NULL AND spent_kopecks IS NOT NULL`);
  const clients = db.all<KnownClient>(sql`SELECT c.messenger_id, c.client_key,
      json_group_array(lower(s.uuid)) AS "uuids:json"
    FROM clients c JOIN vpn_subscriptions s ON s.client_id = c.id AND s.gone_at IS NULL AND s.expires_at > ${now}
    WHERE c.account_id = ${accountId} AND c.removed = 0 GROUP BY c.id ORDER BY max(s.expires_at) DESC LIMIT ${SAMPLE}`);
  const holds = db.has(sql`SELECT 1 FROM purchases WHERE account_id = ${accountId}
    UNION ALL SELECT 1 FROM clients WHERE account_id = ${accountId}
    UNION ALL SELECT 1 FROM dedicated_proxies WHERE account_id = ${accountId} LIMIT 1`);
  return { balance: balance ?? null, clients, isEmpty: !holds };
};

/**
 * Compares the known books with those behind a token. The totals of spending and of deposits never decrease, and known
 * subscriptions still exist. Equal or larger totals prove nothing, because another reseller may have spent as much.
 * Throws the errors of the requests.
 */
export const compareBooks = async (
  known: KnownBooks,
  now: NonNullable<KnownBooks['balance']>,
  api: ApiClient,
): Promise<BooksVerdict> => {
  const { balance, clients } = known;
  const paidIn = (sums: NonNullable<KnownBooks['balance']>): number => sums.balanceKopecks + sums.spentKopecks;
  if (balance !== null && (now.spentKopecks < balance.spentKopecks || paidIn(now) < paidIn(balance))) return 'other';
  for (const { uuids, messengerId, clientKey } of clients) {
    const wanted = new Set(uuids);
    const listed = await api
      .call('vpn.info', { client: { messengerId, clientKey } }, { attempts: 1 })
      .then(({ value }) => value)
      .catch(withoutList);
    if (listed.some(({ uuid }) => wanted.has(uuid.toLowerCase()))) return 'same';
  }
  return clients.length > 0 ? 'other' : 'unproven';
};

/** A refusal means that the client is not one of this token's. */
const withoutList = (error: unknown): readonly { readonly uuid: string }[] => {
  if (error instanceof DeskError && (error.kind === 'rejected' || error.kind === 'not-found')) return [];
  throw error;
};

interface NewToken {
  readonly baseUrl: string;
  readonly token: string;
  /** The balance just read with the token. */
  readonly balance: Balance;
}

/** The parts of the account feature with which a token is judged. */
export interface JudgeContext extends Pick<Ports, 'fetch' | 'clock' | 'logger'> {
  readonly db: Database;
  readonly vault: TokenVault;
  /** See `AccountDeps`. */
  readonly knowsToken: (accountId: string, hash: (key: Uint8Array) => Promise<string>) => Promise<boolean>;
}

/** Returns the verdict about a token with which the user signs in again. Throws the errors of the requests. */
export const judgeBooks = async (
  { db, vault, knowsToken, fetch, clock, logger }: JudgeContext,
  { id }: StoredAccount,
  { baseUrl, token, balance }: NewToken,
): Promise<BooksVerdict> => {
  // The mark comes first because a keychain can be slow. It also survives the token.
  const mark = tokenMarkOf(db, id);
  if (mark !== null && isMarkOf(mark, { baseUrl, token })) return 'same';
  const kept = await vault.read(id);
  if (kept?.baseUrl === baseUrl && kept.token === token) return 'same';
  // The token counts as the same if a colleague's computer has it.
  const hash = async (key: Uint8Array): Promise<string> => hashToken(key, { baseUrl, token }).toString('base64url');
  if (await knowsToken(id, hash)) return 'same';
  const known = knownBooks(db, id, clock.now());
  const api = createApiClient({ baseUrl, token, fetch, clock, logger, pacer: createPacer({ clock }) });
  return compareBooks(known, balance, api);
};

/** Returns whether only the user can say whose token it is. An empty desk has nothing that could be mixed up. */
export const mustBeAsked = (verdict: BooksVerdict, { isEmpty }: Pick<KnownBooks, 'isEmpty'>): boolean =>
  verdict === 'other' || (verdict === 'unproven' && !isEmpty);

const CODE = 'token-of-other-books';

/** Whether sign-in failed because the token may belong to another account of the service. */
export const isOtherBooks = (error: unknown): boolean => error instanceof DeskError && error.details?.code === CODE;

/** Returns the error with the known spending and that of the new token's account, for the user to compare. */
export const otherBooks = (
  { balance: last }: StoredAccount,
  balance: Balance,
  verdict: Exclude<BooksVerdict, 'same'>,
): DeskError =>
  new DeskError('conflict', 'The token may be of another account of the service.', {
    code: CODE,
    params: { verdict, spentBeforeKopecks: last?.spentKopecks ?? 0, spentKopecks: balance.spentKopecks },
  });
