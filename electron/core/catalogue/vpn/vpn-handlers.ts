import { noteClientEvent } from '#core/catalogue/clients/client-events.ts';
import { type ClientPair, findClientPair } from '#core/catalogue/clients/client-pair.ts';
import type { CommonDeps } from '#core/context.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import type { CallOptions } from '#core/service/api/call.ts';
import type { VpnState } from '#shared/contract/vpn.ts';
import { DeskError } from '#shared/result.ts';
import { deleteSubscription } from './delete-subscription.ts';
import { linkKindOf } from './link-kind.ts';
import { qrCodeOf } from './qr-code.ts';
import { qrPng } from './qr-png.ts';
import { createSubscriptionList } from './subscription-list.ts';
import {
  endOfSubscription,
  findSubscription,
  isOfAnotherPurchase,
  openPurchasesOf,
  vpnStateOf,
} from './vpn-repository.ts';

type VpnDeps = CommonDeps<'db' | 'session' | 'clock' | 'desktop' | 'bus'>;

/** The access of other features to this one. */
export type VpnService = ReturnType<typeof createVpn>['service'];

/** Creates the feature "vpn": the clients' subscriptions (docs/api.md#vpn). The journal buys and renews them. */
export const createVpn = ({ db, session, clock, desktop, bus }: VpnDeps) => {
  const list = createSubscriptionList({ db, session, clock });

  const clientOf = (clientId: number): ClientPair => findClientPair(db, session.accountId(), clientId);

  const uuidOf = (clientId: number, uuid: string): string => {
    const found = findSubscription(db, clientOf(clientId).clientId, uuid);
    if (found === undefined) throw noSubscription();
    return found.uuid;
  };

  const linkOf = (clientId: number, uuid: string): string => {
    const url = findSubscription(db, clientOf(clientId).clientId, uuid)?.url;
    if (url === undefined) throw noSubscription();
    if (url === null || url === '') {
      throw new DeskError('not-found', 'The service gave no link for this subscription.', { code: 'no-link' });
    }
    return url;
  };

  /** Reads the subscriptions of a client of `accountId` (the open account by default) and stores them. */
  const refresh = async (clientId: number, accountId = session.accountId(), options?: CallOptions): Promise<void> => {
    await list.refresh(findClientPair(db, accountId, clientId), accountId, undefined, options);
    bus.signal('goods.read', { accountId, clientId });
  };

  const stateOf = (clientId: number): VpnState => vpnStateOf(db, clientOf(clientId).clientId);

  const handlers: FeatureHandlers<'vpn'> = {
    'vpn.state': ({ clientId }) => stateOf(clientId),
    'vpn.refresh': async ({ clientId }) => {
      await refresh(clientId);
      return stateOf(clientId);
    },
    'vpn.quote': async ({ periodMonths }) => {
      const { value, receivedAt } = await (await session.api()).call('vpn.quote', { periodMonths });
      return { periodMonths, priceKopecks: value.priceKopecks, asOf: receivedAt };
    },
    'vpn.delete': async ({ clientId, uuid, despite }) => {
      const client = clientOf(clientId);
      const known = uuidOf(clientId, uuid);
      const open = openPurchasesOf(db, client, known).find((purchaseId) => !despite.includes(purchaseId));
      if (open !== undefined) {
        throw new DeskError('conflict', 'A purchase of this subscription has no outcome yet.', {
          code: 'delete-target-open',
          params: { purchaseId: open },
        });
      }
      await deleteSubscription({ db, session, list, clock }, client, known);
      noteClientEvent({ db, clock }, clientId, { name: 'subscription-deleted', uuid: known });
      return vpnStateOf(db, clientId);
    },
    'vpn.revealLink': ({ clientId, uuid }) => ({ url: linkOf(clientId, uuid) }),
    'vpn.copyLink': ({ clientId, uuid }) => {
      desktop.writeClipboard(linkOf(clientId, uuid), { secret: true });
      return {};
    },
    'vpn.copyQr': ({ clientId, uuid }) => {
      desktop.writeClipboardImage(qrPng(linkOf(clientId, uuid)));
      return {};
    },
    'vpn.openLink': async ({ clientId, uuid }) => {
      const url = linkOf(clientId, uuid);
      if (linkKindOf(url) !== 'https') {
        throw new DeskError('invalid-input', 'Only https links are opened.', { code: 'link-not-https' });
      }
      await desktop.openExternal(url);
      return {};
    },
    'vpn.qr': ({ clientId, uuid }) => qrCodeOf(linkOf(clientId, uuid)),
  };

  return {
    handlers,
    service: {
      refresh,
      /** Stores a subscription from the answer to a purchase or renewal, in the caller's transaction. */
      saveBought: list.saveBought,
      /** Returns the client's list from the service, with recent purchases added. It is not stored. */
      list: list.read,
      /** Returns whether the subscription is already known and was not brought by this purchase. */
      isOfAnother: (uuid: string, purchaseId: number) => isOfAnotherPurchase(db, uuid, purchaseId),
      /** Returns the end of a subscription as last read, in ms since the epoch, UTC; `null` if unknown. */
      endOf: (clientId: number, uuid: string) => endOfSubscription(db, clientId, uuid),
    },
  };
};

const noSubscription = (): DeskError =>
  new DeskError('not-found', 'There is no such subscription.', { code: 'subscription' });
