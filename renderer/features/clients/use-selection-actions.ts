import {
  IconArchive,
  IconArchiveOff,
  IconCalendarTime,
  IconDownload,
  IconGift,
  IconRefresh,
  IconShieldCheck,
  IconTrash,
  IconWand,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNoService } from '../../bridge/service-gap.ts';
import { useWords } from '../../i18n/words.ts';
import type { MenuAction } from '../../nav/chosen-store.ts';
import { BULK_CHOICES, bulkView } from '../../parts/products/index.ts';
import { openDraft } from '../../parts/runs/draft-store.ts';
import { startHandover, startRefresh } from '../../parts/runs/run-actions.ts';
import { openStanding } from '../../parts/standing/draft-store.ts';
import { removeClients, setClientsArchived } from './client-actions.ts';

export interface ClientSelection {
  /** The frozen selection, which does not change with the list behind it. */
  readonly clientIds: readonly number[];
  readonly archived: boolean;
  readonly onExport: () => void;
  /** Called when the action is done, or the user has declined it. */
  readonly onEnd: () => void;
}

interface SelectionActions {
  /** The actions on clients in use. Archived ones can only be viewed. */
  readonly work: readonly MenuAction[];
  readonly standing: MenuAction;
  readonly schedule: MenuAction;
  /** Further actions on clients in use, for which the bar has no room. */
  readonly more: readonly MenuAction[];
  readonly exportCsv: MenuAction;
  readonly archive: MenuAction;
  readonly remove: MenuAction;
  /** The clients are being archived or removed. */
  readonly busy: boolean;
}

/** All actions on the selected clients, with the labels of the bar above them. */
export const useSelectionActions = ({ clientIds, archived, onExport, onEnd }: ClientSelection): SelectionActions => {
  const { t } = useTranslation([
    'clients',
    'refresh',
    'common',
    'standing',
    'scheduledLists',
    'runWhitelist',
    'handover',
  ]);
  const words = useWords();
  const noService = useNoService();
  const [busy, setBusy] = useState(false);
  const run = (work: Promise<boolean>) => {
    setBusy(true);
    void work.then((done) => {
      setBusy(false);
      if (done) onEnd();
    });
  };
  const purchases = BULK_CHOICES.flatMap((kind) => {
    const { forClients } = bulkView(kind);
    if (forClients === null) return [];
    const { icon, label, isInMenu } = forClients;
    const action: MenuAction = {
      icon,
      label: label(words),
      noService,
      run: () => openDraft(kind, clientIds, 'clients'),
    };
    return [{ action, isInMenu }];
  });
  const work: readonly MenuAction[] = [
    { icon: IconRefresh, label: t('refresh:selection'), noService, run: () => void startRefresh(clientIds) },
    ...purchases.filter(({ isInMenu }) => !isInMenu).map(({ action }) => action),
    { icon: IconWand, label: t('bulk.generate'), run: () => openDraft('generate', clientIds, 'clients') },
  ];
  return {
    work: archived ? [] : work,
    standing: {
      icon: IconCalendarTime,
      label: t('standing:addFor'),
      run: () => openStanding({ targets: { of: 'clients', clientIds: [...clientIds] } }),
    },
    schedule: {
      icon: IconCalendarTime,
      label: t('scheduledLists:again'),
      run: () => openDraft('schedule', clientIds, 'clients'),
    },
    more: archived
      ? []
      : [
          ...purchases.filter(({ isInMenu }) => isInMenu).map(({ action }) => action),
          {
            icon: IconGift,
            label: t('handover:queue.open'),
            run: () => void startHandover({ kind: 'handover', clientIds: [...clientIds] }),
          },
          {
            icon: IconShieldCheck,
            label: t('runWhitelist:open'),
            noService,
            run: () => openDraft('whitelist', clientIds, 'clients'),
          },
        ],
    exportCsv: { icon: IconDownload, label: t('export'), run: onExport },
    archive: {
      icon: archived ? IconArchiveOff : IconArchive,
      label: archived ? t('common:words.restore') : t('common:words.archive'),
      run: () => run(setClientsArchived(clientIds, !archived)),
    },
    remove: { icon: IconTrash, label: t('common:words.remove'), run: () => run(removeClients(clientIds)) },
    busy,
  };
};
