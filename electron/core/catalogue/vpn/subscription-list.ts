import { assertSameClient, type ClientPair } from '#core/catalogue/clients/client-pair.ts';
import type { CommonDeps } from '#core/context.ts';
import { createAnswerOrder } from '#core/platform/async/answer-order.ts';
import { uptimeOf } from '#core/platform/async/uptime.ts';
import type { ApiClient } from '#core/service/api/api-client.ts';
import type { CallOptions } from '#core/service/api/call.ts';
import type { BoughtSubscription, ListedSubscription } from '#shared/api/vpn.ts';
import { overlayRecentPurchases } from './recent-purchases.ts';
import { markSubscriptionDeleted, saveBoughtSubscription, saveSubscriptions, vpnReadAt } from './vpn-repository.ts';

interface Deps extends CommonDeps<'db' | 'session' | 'clock'> {}

/** The stored lists of subscriptions, with the order of their changes. */
export type SubscriptionList = ReturnType<typeof createSubscriptionList>;

/**
 * Creates the access to the clients' subscriptions. A list that was requested before the client's newest change is not
 * stored.
 */
export const createSubscriptionList = ({ db, session, clock }: Deps) => {
  const order = createAnswerOrder((clientId: number) => vpnReadAt(db, clientId));
  const moment = () => ({ seenAt: clock.now(), seenUptime: uptimeOf(clock) });
  const read = async (client: ClientPair, api: ApiClient, options?: CallOptions) => {
    const asked = moment();
    const { value } = await api.call('vpn.info', { client }, options);
    const subscriptions = overlayRecentPurchases(db, client.clientId, value, { asked, answered: moment() });
    return { subscriptions, askedAt: asked.seenAt };
  };
  return {
    /** Returns the client's list from the service, with recent purchases added. It is not stored. */
    read: async (client: ClientPair, api: ApiClient, options: CallOptions): Promise<readonly ListedSubscription[]> =>
      (await read(client, api, options)).subscriptions,
    /** Reads the client's list from the service and stores it. */
    refresh: async (client: ClientPair, accountId?: string, api?: ApiClient, options?: CallOptions): Promise<void> => {
      const keep = order.ask(client.clientId);
      const { subscriptions, askedAt } = await read(client, api ?? (await session.api(accountId)), options);
      assertSameClient(db, client);
      keep(() => saveSubscriptions(db, client.clientId, subscriptions, askedAt));
    },
    /** Stores a bought subscription, in the caller's transaction. */
    saveBought: (clientId: number, bought: BoughtSubscription, purchaseId: number): void => {
      order.changed(clientId);
      saveBoughtSubscription(db, clientId, bought, purchaseId);
    },
    markDeleted: (clientId: number, uuid: string, at: number): void => {
      order.changed(clientId);
      markSubscriptionDeleted(db, clientId, uuid, at);
    },
  };
};
