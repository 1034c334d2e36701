import { noteClientEvent } from '#core/catalogue/clients/client-events.ts';
import { assertSameClient, type ClientPair, findClientPair } from '#core/catalogue/clients/client-pair.ts';
import type { CommonDeps } from '#core/context.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import { createAnswerOrder } from '#core/platform/async/answer-order.ts';
import type { CallOptions } from '#core/service/api/call.ts';
import { readTrafficBalance } from '#core/service/api/traffic-balance.ts';
import type { PremiumState } from '#shared/contract/premium.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { checkTrafficGb } from '#shared/domain/products/traffic.ts';
import { invalidInput } from '#shared/result.ts';
import { canonicalIp } from './ip-ranges.ts';
import { createLocations } from './locations.ts';
import { findMyAddresses } from './my-addresses.ts';
import {
  balanceAsOf,
  type PoolBalance,
  passwordAsOf,
  premiumStateOf,
  savePool,
  savePools,
  whitelistAsOf,
} from './premium-repository.ts';
import { type PasswordContext, refreshPassword, resetPassword, revealPassword } from './sub-user-password.ts';
import {
  addToWhitelist,
  fetchWhitelist,
  refreshWhitelist,
  removeFromWhitelist,
  type WhitelistContext,
} from './whitelist.ts';

interface PremiumDeps extends CommonDeps<'db' | 'session' | 'clock' | 'fetch' | 'desktop' | 'logger' | 'bus'> {
  readonly settings: () => Pick<Settings, 'addressLookupUrl'>;
}

/** The access of other features to this one. */
export type PremiumService = ReturnType<typeof createPremium>['service'];

/**
 * Creates the handlers of the contract's `premium.*` (docs/api.md#premium-traffic) and the service that other features
 * use.
 */
export const createPremium = (deps: PremiumDeps) => {
  const { db, session, desktop } = deps;
  const locations = createLocations(deps);
  const order = createAnswerOrder((clientId: number) => balanceAsOf(db, clientId));
  const context: WhitelistContext & PasswordContext = {
    db,
    session,
    whitelistOrder: createAnswerOrder((clientId) => whitelistAsOf(db, clientId)),
    passwordOrder: createAnswerOrder((clientId) => passwordAsOf(db, clientId)),
  };

  const clientOf = (clientId: number): ClientPair => findClientPair(db, session.accountId(), clientId);

  /** Runs a change of the client's state and returns the new one. */
  const changing = async (clientId: number, work: (client: ClientPair) => Promise<unknown>): Promise<PremiumState> => {
    await work(clientOf(clientId));
    return premiumStateOf(db, clientId);
  };

  /** Reads the four pools of a client of `accountId` (the open account by default) and stores them. */
  const refreshBalance = async (
    clientId: number,
    accountId = session.accountId(),
    options?: CallOptions,
  ): Promise<void> => {
    const client = findClientPair(db, accountId, clientId);
    const api = await session.api(accountId);
    const keep = order.ask(clientId);
    const askedAt = deps.clock.now();
    const { value } = await readTrafficBalance(api, client, options);
    assertSameClient(db, client);
    if (!keep(() => savePools(db, clientId, value, askedAt))) return;
    deps.bus.signal('goods.read', { accountId, clientId });
  };

  const service = {
    refreshBalance,
    /**
     * Reads a whitelist again if it was last read before `before` (ms since the epoch, UTC). One that was never read is
     * not read.
     */
    readOldWhitelist: async (
      clientId: number,
      accountId: string,
      before: number,
      options: CallOptions,
    ): Promise<void> => {
      const asOf = whitelistAsOf(db, clientId);
      if (asOf === null || asOf >= before) return;
      await fetchWhitelist(context, await session.api(accountId), findClientPair(db, accountId, clientId), options);
    },
    /**
     * Reads the whitelist of a client and returns its addresses in canonical spelling; `null` if its shape is unknown.
     */
    readWhitelist: async (client: ClientPair, accountId: string, options: CallOptions): Promise<Set<string> | null> => {
      const list = await fetchWhitelist(context, await session.api(accountId), client, options);
      return list.kind === 'ips' ? new Set(list.ips.map(canonicalIp)) : null;
    },
    /**
     * Adds one address to the whitelist of a client, or removes it, and notes it in the client's history. Returns
     * whether the service changed anything.
     */
    changeWhitelist: async (
      client: ClientPair,
      accountId: string,
      action: 'add' | 'remove',
      ip: string,
    ): Promise<boolean> => {
      const { clientId } = client;
      const change = action === 'add' ? addToWhitelist : removeFromWhitelist;
      if ((await change(context, client, ip, accountId)) === null) return false;
      noteClientEvent(deps, clientId, { name: action === 'add' ? 'whitelist-added' : 'whitelist-removed', ip });
      return true;
    },
    /** Stores a pool from the answer to a purchase, in the caller's transaction. */
    savePool: (clientId: number, pool: PoolBalance, at: number): void => {
      order.changed(clientId);
      savePool(db, clientId, pool, at);
    },
  };

  const handlers: FeatureHandlers<'premium'> = {
    'premium.state': ({ clientId }) => premiumStateOf(db, clientOf(clientId).clientId),
    'premium.quote': async ({ poolType, gb }) => {
      const code = checkTrafficGb(gb);
      if (code !== null) {
        throw invalidInput('This amount of traffic cannot be bought.', { field: 'gb', code });
      }
      const api = await session.api();
      const { value, receivedAt } = await api.call('premium.traffic.quote', { poolType, gb });
      const pricePerGbKopecks = value.pricePerGbKopecks ?? Math.round(value.priceKopecks / gb);
      return { ...value, poolType, gb: value.gb ?? gb, pricePerGbKopecks, asOf: receivedAt };
    },
    'premium.refreshBalance': async ({ clientId }) => {
      await refreshBalance(clientId);
      return premiumStateOf(db, clientId);
    },
    'premium.refreshWhitelist': ({ clientId }) => changing(clientId, (client) => refreshWhitelist(context, client)),
    'premium.addWhitelistIp': ({ clientId, ip: typed }) =>
      changing(clientId, async (client) => {
        const ip = await addToWhitelist(context, client, typed);
        if (ip !== null) noteClientEvent(deps, clientId, { name: 'whitelist-added', ip });
      }),
    'premium.removeWhitelistIp': ({ clientId, ip: typed }) =>
      changing(clientId, async (client) => {
        const ip = await removeFromWhitelist(context, client, typed);
        noteClientEvent(deps, clientId, { name: 'whitelist-removed', ip });
      }),
    'premium.myAddresses': async () => {
      const { fetch, clock, settings } = deps;
      const lookupUrl = () => settings().addressLookupUrl;
      return { addresses: [...(await findMyAddresses({ fetch, clock, lookupUrl }))] };
    },
    'premium.refreshPassword': ({ clientId }) => changing(clientId, (client) => refreshPassword(context, client)),
    'premium.resetPassword': ({ clientId }) =>
      changing(clientId, async (client) => {
        await resetPassword(context, client);
        noteClientEvent(deps, clientId, { name: 'password-reset' });
      }),
    'premium.revealPassword': ({ clientId }) => revealPassword(context, clientOf(clientId)),
    'premium.copyPassword': async ({ clientId }) => {
      const stored = await revealPassword(context, clientOf(clientId));
      desktop.writeClipboard(stored.password, { secret: true });
      return {};
    },
    'premium.locations': async (query) => {
      const page = await locations(query);
      return { ...page, rows: [...page.rows] };
    },
  };

  return { service, handlers };
};
