import type { BoughtSubscription } from '#shared/api/vpn.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { CallOptions } from '../api/call.ts';
import type { ClientPair } from '../clients/client-pair.ts';
import { createAnswerOrder } from '../common/answer-order.ts';
import type { CommonDeps } from '../common/common-deps.ts';
import { uptimeOf } from '../common/uptime.ts';
import type { VpnRepository } from './vpn-repository.ts';

interface Deps extends CommonDeps<'session' | 'clock'> {
  readonly repository: VpnRepository;
}

/** The kept lists of subscriptions, and the order of what changes them. */
export type SubscriptionList = ReturnType<typeof createSubscriptionList>;

/**
 * What is known of a client's subscriptions. A list that was asked for before the newest change of the client is not kept.
 */
export const createSubscriptionList = ({ session, clock, repository }: Deps) => {
  const order = createAnswerOrder();
  return {
    /** Reads the client's list from the service and keeps it. */
    refresh: async (client: ClientPair, accountId?: string, api?: ApiClient, options?: CallOptions): Promise<void> => {
      const isNewest = order.ask(client.clientId);
      const { value, receivedAt } = await (api ?? (await session.api(accountId))).call('vpn.info', { client }, options);
      if (!isNewest()) return;
      const known = repository.upToDate(client.clientId, value, receivedAt, uptimeOf(clock));
      repository.saveList(client.clientId, known, receivedAt);
    },
    /** Joins the caller's transaction. */
    saveBought: (clientId: number, bought: BoughtSubscription, purchaseId: number): void => {
      order.changed(clientId);
      repository.saveBought(clientId, bought, purchaseId);
    },
    markDeleted: (clientId: number, uuid: string, at: number): void => {
      order.changed(clientId);
      repository.markDeleted(clientId, uuid, at);
    },
  };
};
