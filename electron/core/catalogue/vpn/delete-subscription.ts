import type { ClientPair } from '#core/catalogue/clients/client-pair.ts';
import type { CommonDeps } from '#core/context.ts';
import { wasNeverSent } from '#core/service/api/api-call-error.ts';
import { sameUuid } from '#shared/domain/subscription-identity.ts';
import { DeskError } from '#shared/result.ts';
import type { SubscriptionList } from './subscription-list.ts';
import { isSubscriptionListed } from './vpn-repository.ts';

interface DeletionContext extends CommonDeps<'db' | 'session' | 'clock'> {
  readonly list: SubscriptionList;
}

const notDeleted = (): DeskError =>
  new DeskError('rejected', 'The service still has the subscription.', { code: 'vpn-not-deleted' });

/**
 * Deletes a subscription at the service, once (docs/api.md#vpn). If the result is unclear, or the answer names another
 * subscription, the list decides: the subscription is deleted if it is no longer listed.
 */
export const deleteSubscription = async (
  { db, session, list, clock }: DeletionContext,
  client: ClientPair,
  uuid: string,
): Promise<void> => {
  const { clientId } = client;
  const api = await session.api();
  const isStillThere = async (): Promise<boolean> => {
    await list.refresh(client, undefined, api);
    return isSubscriptionListed(db, clientId, uuid);
  };

  try {
    const { value, receivedAt } = await api.call('vpn.delete', { client, uuid });
    const isOfAnother = value.uuid !== null && !sameUuid(value.uuid, uuid);
    if (value.deleted === false || isOfAnother) throw notDeleted();
    if (value.deleted === true) {
      list.markDeleted(clientId, uuid, receivedAt);
      return;
    }
  } catch (error) {
    if (wasNeverSent(error)) throw error;
    // If it was refused because it was gone already, or deleted while the answer was lost, the wish is fulfilled.
    if (await isStillThere().catch(() => true)) throw error;
    list.markDeleted(clientId, uuid, clock.now());
    return;
  }
  // The service agreed without saying that the subscription is deleted.
  const isThere = await isStillThere().catch(() => null);
  if (isThere === null) {
    throw new DeskError('malformed', 'The service did not say whether it deleted the subscription.', {
      code: 'vpn-delete-unknown',
    });
  }
  if (isThere) throw notDeleted();
  list.markDeleted(clientId, uuid, clock.now());
};
