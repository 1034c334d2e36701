import type { ClientPair } from '#core/catalogue/clients/client-pair.ts';
import type { CommonDeps } from '#core/context.ts';
import { wasNeverSent } from '#core/service/api/api-call-error.ts';
import { DeskError } from '#shared/result.ts';
import type { SubscriptionList } from './subscription-list.ts';
import type { VpnRepository } from './vpn-repository.ts';

interface Deps extends CommonDeps<'session' | 'clock'> {
  readonly repository: VpnRepository;
  readonly list: SubscriptionList;
}

const notDeleted = (): DeskError =>
  new DeskError('rejected', 'The service still has the subscription.', { code: 'vpn-not-deleted' });

/**
 * Deletes at the service, once (docs/api.md#vpn). Whatever is unclear afterwards is settled by the list itself: when it
 * does not name the subscription any more, it is deleted, and when it does, it is not.
 */
export const createDeleteSubscription =
  ({ session, repository, list, clock }: Deps) =>
  async (client: ClientPair, uuid: string): Promise<void> => {
    const { clientId } = client;
    const api = await session.api();
    const isStillThere = async (): Promise<boolean> => {
      await list.refresh(client, undefined, api);
      return repository.isListed(clientId, uuid);
    };

    try {
      const { value, receivedAt } = await api.call('vpn.delete', { client, uuid });
      if (value.deleted === false) throw notDeleted();
      list.markDeleted(clientId, uuid, receivedAt);
      if (value.deleted !== null) return;
    } catch (error) {
      if (wasNeverSent(error)) throw error;
      // Refused because it was gone already, or deleted while the answer got lost: then it is what was wanted.
      if (await isStillThere().catch(() => true)) throw error;
      list.markDeleted(clientId, uuid, clock.now());
      return;
    }
    // It said yes without saying to what. Not being able to look is no reason to doubt it.
    if (await isStillThere().catch(() => false)) throw notDeleted();
  };
