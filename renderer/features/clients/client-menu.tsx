import { Menu } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconCopy, IconGift, IconRefresh, IconTrash, IconWand } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ClientRow } from '#shared/contract/clients.ts';
import { go } from '../../app/router.ts';
import { useNoService } from '../../app/service-gap.ts';
import { copyText } from '../../ui/copy-text.ts';
import { DeedItem } from '../../ui/deed.tsx';
import { ICON } from '../../ui/menu-icon.ts';
import { startRefresh } from '../refresh/refresh-deeds.ts';
import { removeClients, setArchived } from './client-actions.ts';

/** What can be done with one client; the same behind the button and the right click. */
export const ClientMenuItems = ({
  client,
  onRemoved,
}: {
  readonly client: ClientRow;
  readonly onRemoved: () => void;
}) => {
  const { t } = useTranslation(['clients', 'refresh']);
  const noService = useNoService();
  const remove = () =>
    void removeClients([client.id]).then((done) => {
      if (done) onRemoved();
    });
  return (
    <>
      <Menu.Item leftSection={<IconWand {...ICON} />} onClick={() => go('generator', { clientId: client.id })}>
        {t('menu.generate')}
      </Menu.Item>
      <Menu.Item leftSection={<IconGift {...ICON} />} onClick={() => go('handover', { clientId: client.id })}>
        {t('handOver')}
      </Menu.Item>
      <DeedItem
        deed={{
          icon: IconRefresh,
          label: t('refresh:selection'),
          noService,
          run: () => void startRefresh([client.id]),
        }}
      />
      <Menu.Item leftSection={<IconCopy {...ICON} />} onClick={() => copyText(String(client.messengerId))}>
        {t('menu.copyId')}
      </Menu.Item>
      <Menu.Item leftSection={<IconCopy {...ICON} />} onClick={() => copyText(client.clientKey)}>
        {t('menu.copyKey')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        leftSection={client.archived ? <IconArchiveOff {...ICON} /> : <IconArchive {...ICON} />}
        onClick={() => void setArchived([client.id], !client.archived)}
      >
        {client.archived ? t('menu.restore') : t('menu.archive')}
      </Menu.Item>
      <Menu.Item leftSection={<IconTrash {...ICON} />} onClick={remove}>
        {t('menu.remove')}
      </Menu.Item>
    </>
  );
};
