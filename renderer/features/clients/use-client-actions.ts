import {
  IconArchive,
  IconArchiveOff,
  IconCalendarTime,
  IconCopy,
  IconMessage,
  IconRefresh,
  IconTrash,
  IconWand,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ClientRow } from '#shared/contract/clients.ts';
import { chatAddressOf } from '#shared/domain/chat-address.ts';
import { useNoService } from '../../bridge/service-gap.ts';
import { CHAT_WORDS } from '../../nav/card-words.ts';
import type { MenuAction } from '../../nav/chosen-store.ts';
import { go } from '../../nav/router.ts';
import { startRefresh } from '../../parts/runs/run-actions.ts';
import { openStanding } from '../../parts/standing/draft-store.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { copyText } from '../../ui/copy-text.ts';
import { removeClients, setClientsArchived } from './client-actions.ts';
import { type CardActionItem, useCardActions } from './use-card-actions.ts';

interface ClientActions {
  /** The actions at the top of the card. */
  readonly card: readonly CardActionItem[];
  readonly work: readonly MenuAction[];
  /** The actions that archive or remove the client. */
  readonly away: readonly MenuAction[];
}

/** The actions on one client, for the button, the context menu and the palette alike. */
export const useClientActions = (client: ClientRow, onRemoved: () => void): ClientActions => {
  const { t } = useTranslation(['clients', 'refresh', 'common', 'standing']);
  const noService = useNoService();
  const { id: clientId, archived } = client;
  const remove = () =>
    void removeClients([clientId]).then((done) => {
      if (done) onRemoved();
    });
  const card = useCardActions(client);
  return {
    card,
    work: [
      {
        icon: IconMessage,
        label: t('menu.openChat'),
        words: CHAT_WORDS,
        blocked: chatAddressOf(client) === null ? t('menu.noChat') : undefined,
        run: () => void callOrTell('clients.openChat', { clientId }),
      },
      { icon: IconWand, label: t('menu.generate'), run: () => go('generator', { clientId }) },
      { icon: IconRefresh, label: t('refresh:selection'), noService, run: () => void startRefresh([clientId]) },
      {
        icon: IconCalendarTime,
        label: t('standing:addFor'),
        run: () => openStanding({ targets: { of: 'clients', clientIds: [clientId] } }),
      },
      { icon: IconCopy, label: t('menu.copyId'), run: () => copyText(String(client.messengerId)) },
      { icon: IconCopy, label: t('menu.copyKey'), run: () => copyText(client.clientKey) },
    ],
    away: [
      {
        icon: archived ? IconArchiveOff : IconArchive,
        label: archived ? t('common:words.restore') : t('common:words.archive'),
        run: () => void setClientsArchived([clientId], !archived),
      },
      { icon: IconTrash, label: t('common:words.remove'), run: remove },
    ],
  };
};
