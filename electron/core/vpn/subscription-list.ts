import type { Session } from '../account/session.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { CallOptions } from '../api/call.ts';
import type { BoughtSubscription } from '../api/vpn-api.ts';
import type { ClientPair } from '../clients/client-pair.ts';
import type { VpnRepository } from './vpn-repository.ts';

interface Deps {
  readonly session: Session;
  readonly repository: VpnRepository;
}

/** The kept lists of subscriptions, and the order of what changes them. */
export interface SubscriptionList {
  /** Reads the client's list from the service and keeps it. */
  refresh(client: ClientPair, accountId?: string, api?: ApiClient, options?: CallOptions): Promise<void>;
  /** Joins the caller's transaction. */
  saveBought(clientId: number, bought: BoughtSubscription, purchaseId: number): void;
  markDeleted(clientId: number, uuid: string, at: number): void;
}

/**
 * A list that was asked for before a purchase may come back after it, without what was bought; so whatever was asked
 * for before the newest change of a client is not kept. Counted, not timed: clocks are set back.
 */
export const createSubscriptionList = ({ session, repository }: Deps): SubscriptionList => {
  const newest = new Map<number, number>();
  let counter = 0;

  const next = (): number => {
    counter += 1;
    return counter;
  };

  return {
    refresh: async (client, accountId, api, options) => {
      const mine = next();
      const { value, receivedAt } = await (api ?? (await session.api(accountId))).vpn.info(client, options);
      if (mine < (newest.get(client.clientId) ?? 0)) return;
      newest.set(client.clientId, mine);
      repository.saveList(client.clientId, value, receivedAt);
    },
    saveBought: (clientId, bought, purchaseId) => {
      newest.set(clientId, next());
      repository.saveBought(clientId, bought, purchaseId);
    },
    markDeleted: (clientId, uuid, at) => {
      newest.set(clientId, next());
      repository.markDeleted(clientId, uuid, at);
    },
  };
};
