import type { Balance } from '#shared/contract/account.ts';
import { DeskError } from '#shared/result.ts';
import { createApiClient } from '../api/api-client.ts';
import { createPacer } from '../api/pacer.ts';
import type { CommonDeps } from '../common/common-deps.ts';
import { sql } from '../storage/sql.ts';
import type { StoredAccount } from './account-repository.ts';
import type { TokenVault } from './token-vault.ts';

interface NewToken {
  readonly baseUrl: string;
  readonly token: string;
  /** As just read with it. */
  readonly balance: Balance;
}

interface Deps extends CommonDeps<'fetch' | 'clock' | 'logger' | 'db'> {
  readonly vault: TokenVault;
}

/**
 * Whether a token can be of the same account of the service as the one before. It is for the same token; else what was
 * spent, and what was paid in, must not have become less, and a subscription that the desk knows must still be there.
 * Throws what reading it throws.
 */
export type ContinuesBooks = (account: StoredAccount, next: NewToken) => Promise<boolean>;

interface Known {
  readonly messengerId: number;
  readonly clientKey: string;
  readonly uuids: string;
}

/** Clients whose subscriptions are looked for; one of them is enough. */
const SAMPLE = 3;

export const createContinuesBooks =
  ({ db, vault, fetch, clock, logger }: Deps): ContinuesBooks =>
  async ({ id, balance: last }, { baseUrl, token, balance }) => {
    const kept = await vault.read(id);
    if (kept?.baseUrl === baseUrl && kept.token === token) return true;
    if (last === null) return true;
    const paidIn = ({ balanceKopecks, spentKopecks }: Balance): number => balanceKopecks + spentKopecks;
    if (balance.spentKopecks < last.spentKopecks || paidIn(balance) < paidIn(last)) return false;
    const known = db.all<Known>(sql`SELECT c.messenger_id, c.client_key, json_group_array(lower(s.uuid)) AS "uuids:json"
      FROM clients c JOIN vpn_subscriptions s ON s.client_id = c.id AND s.gone_at IS NULL
      AND s.expires_at > ${clock.now()}
      WHERE c.account_id = ${id} AND c.removed = 0 GROUP BY c.id ORDER BY max(s.expires_at) DESC LIMIT ${SAMPLE}`);
    if (known.length === 0) return true;
    const api = createApiClient({ baseUrl, token, fetch, clock, logger, pacer: createPacer({ clock }) });
    for (const { uuids, ...client } of known) {
      const wanted = new Set(uuids);
      const { value } = await api.call('vpn.info', { client }, { attempts: 1 });
      if (value.some(({ uuid }) => wanted.has(uuid.toLowerCase()))) return true;
    }
    return false;
  };

/** What was spent on the account before and what the new token's account has spent, for the user to compare. */
export const otherBooks = ({ balance: last }: StoredAccount, balance: Balance): DeskError =>
  new DeskError('conflict', 'The token is of another account of the service.', {
    code: 'token-of-other-books',
    params: { spentBeforeKopecks: last?.spentKopecks ?? 0, spentKopecks: balance.spentKopecks },
  });
