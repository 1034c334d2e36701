import { useTranslation } from 'react-i18next';
import type { ClientRow } from '#shared/contract/clients.ts';
import { useSalesInUse } from '../../bridge/sales-store.ts';
import { useNoService } from '../../bridge/service-gap.ts';
import { CARD_ACTIONS, CARD_KEYS, type CardAction, offeredActions, requestCardAction } from '../../nav/card-actions.ts';
import { CARD_ICONS } from '../../nav/card-icons.ts';
import { CARD_WORDS } from '../../nav/card-words.ts';
import type { MenuAction } from '../../nav/chosen-store.ts';

export interface CardActionItem extends MenuAction {
  readonly action: CardAction;
  /** The word on the button of the card. */
  readonly short: string;
}

/** The actions at the top of the card, for the card, the context menu of its row and the palette alike. */
export const useCardActions = ({ id: clientId, vpnTotal }: ClientRow): readonly CardActionItem[] => {
  const { t } = useTranslation('clients');
  const noService = useNoService();
  const hasSales = useSalesInUse();
  // A link that was never read is read first, which needs the service.
  const noLink =
    vpnTotal === 0 ? t('actions.noVpn') : vpnTotal === null && noService ? t('actions.notRead') : undefined;
  // Until the desk keeps sales, only the tab of the money says how to begin.
  return offeredActions(CARD_ACTIONS, hasSales).map((action) => ({
    action,
    icon: CARD_ICONS[action],
    label: t(`actions.long.${action}`),
    short: t(`actions.short.${action}`),
    keys: CARD_KEYS[action],
    words: CARD_WORDS[action],
    noService: noService && (action === 'renew' || action === 'traffic'),
    blocked: action === 'link' || action === 'qr' ? noLink : undefined,
    run: () => requestCardAction(clientId, action),
  }));
};
