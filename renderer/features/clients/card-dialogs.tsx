import { useState } from 'react';
import type { ClientRow } from '#shared/contract/clients.ts';
import { type CardAction, type CardWish, NO_WISH, useTakenCardRequest } from '../../nav/card-actions.ts';
import { go } from '../../nav/router.ts';
import { BuyTraffic } from '../../parts/premium/buy-traffic.tsx';
import { copyOnlyLink } from '../../parts/vpn/link-actions.ts';
import { useGapText } from '../../ui/service-hint.tsx';
import { failureToast } from '../../ui/undo-toast.tsx';
import { LinkDialog } from '../vpn/link-dialog.tsx';
import { RenewClient } from '../vpn/renew-client.tsx';
import type { CardActionItem } from './use-card-actions.ts';

type Dialog = 'renew' | 'traffic' | 'link';

interface CardDialogsProps {
  readonly client: ClientRow;
  readonly actions: readonly CardActionItem[];
  readonly onMoney: () => void;
}

/** Carries out the actions at the top of the card, for the client of this card alone. */
export const CardDialogs = ({ client, actions, onMoney }: CardDialogsProps) => {
  const gap = useGapText();
  const [opened, setOpened] = useState<Dialog | null>(null);
  const [wish, setWish] = useState(NO_WISH);
  const clientId = client.id;
  const runs: Readonly<Record<CardAction, () => void>> = {
    renew: () => setOpened('renew'),
    traffic: () => setOpened('traffic'),
    link: () =>
      void copyOnlyLink(client).then((isDone) => {
        if (!isDone) setOpened('link');
      }),
    qr: () => setOpened('link'),
    handover: () => go('handover', { clientId }),
    money: onMoney,
  };
  const run = (action: CardAction | null, wanted: CardWish): void => {
    setWish(wanted);
    const item = actions.find((one) => one.action === action);
    if (item === undefined) {
      // The tab of the money is there also while its action is not offered.
      if (action === 'money') runs.money();
      return;
    }
    // A key or the palette may request an action whose button is blocked.
    const reason = item.noService === true ? gap : item.blocked;
    if (reason === undefined) runs[item.action]();
    else failureToast(`${item.label}: ${reason}`);
  };
  useTakenCardRequest(clientId, actions.length === 0 ? null : run);
  const props = (dialog: Dialog) => ({ client, opened: opened === dialog, onClose: () => setOpened(null) });
  return (
    <>
      <RenewClient {...props('renew')} wish={wish} />
      <BuyTraffic {...props('traffic')} typedGb={wish.amount ?? ''} reviewAtOnce={wish.review} />
      <LinkDialog {...props('link')} />
    </>
  );
};
