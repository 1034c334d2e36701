import { Menu } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconCalendarPlus,
  IconDownload,
  IconRefresh,
  IconShoppingCart,
  IconTrash,
  IconWand,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useIsOffline } from '../../app/connection-store.ts';
import { openBatch } from '../batch/draft-store.ts';
import { openBulk } from '../bulk/draft-store.ts';
import { startRefresh } from '../refresh/refresh-deeds.ts';
import { removeClients, setArchived } from './client-actions.ts';

interface SelectionMenuItemsProps {
  /** Frozen: what the actions work on does not change with the list behind it. */
  readonly clientIds: readonly number[];
  readonly archived: boolean;
  readonly onExport: () => void;
  readonly onEnd: () => void;
}

const ICON = { size: 15, 'aria-hidden': true } as const;

/** What the bar above the grid offers for the selected clients, behind the right click on one of them. */
export const SelectionMenuItems = ({ clientIds, archived, onExport, onEnd }: SelectionMenuItemsProps) => {
  const { t } = useTranslation(['clients', 'refresh']);
  const offline = useIsOffline();
  const run = (work: Promise<boolean>) =>
    void work.then((done) => {
      if (done) onEnd();
    });
  return (
    <>
      <Menu.Label>{t('bulk.selected', { count: clientIds.length })}</Menu.Label>
      {archived ? null : (
        <>
          <Menu.Item
            leftSection={<IconRefresh {...ICON} />}
            disabled={offline}
            onClick={() => void startRefresh(clientIds)}
          >
            {t('refresh:selection')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconCalendarPlus {...ICON} />}
            disabled={offline}
            onClick={() => openBulk('vpn-renew', clientIds, 'clients')}
          >
            {t('bulk.renewVpn')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconShoppingCart {...ICON} />}
            disabled={offline}
            onClick={() => openBulk('traffic', clientIds, 'clients')}
          >
            {t('bulk.buyTraffic')}
          </Menu.Item>
          <Menu.Item leftSection={<IconWand {...ICON} />} onClick={() => openBatch('generate', clientIds, 'clients')}>
            {t('bulk.generate')}
          </Menu.Item>
        </>
      )}
      <Menu.Item leftSection={<IconDownload {...ICON} />} onClick={onExport}>
        {t('bulk.export')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        leftSection={archived ? <IconArchiveOff {...ICON} /> : <IconArchive {...ICON} />}
        onClick={() => run(setArchived(clientIds, !archived))}
      >
        {archived ? t('bulk.restore') : t('bulk.archive')}
      </Menu.Item>
      <Menu.Item leftSection={<IconTrash {...ICON} />} onClick={() => run(removeClients(clientIds))}>
        {t('bulk.remove')}
      </Menu.Item>
    </>
  );
};
