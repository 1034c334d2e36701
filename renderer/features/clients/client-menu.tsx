import { Menu } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconCopy, IconTrash, IconWand } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientRow } from '#shared/contract/clients.ts';
import { go } from '../../app/router.ts';
import { copyText } from '../../ui/copy-text.ts';
import { removeClients, setArchived } from './client-actions.ts';
import styles from './clients.module.css';

const ICON = { size: 15, 'aria-hidden': true } as const;

/** What can be done with one client; the same behind the button and the right click. */
export const ClientMenuItems = ({
  client,
  onRemoved,
}: {
  readonly client: ClientRow;
  readonly onRemoved: () => void;
}) => {
  const { t } = useTranslation('clients');
  const remove = () =>
    void removeClients([client.id]).then((done) => {
      if (done) onRemoved();
    });
  return (
    <>
      <Menu.Item leftSection={<IconWand {...ICON} />} onClick={() => go('generator', { clientId: client.id })}>
        {t('menu.generate')}
      </Menu.Item>
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

export interface MenuPlace {
  readonly client: ClientRow;
  readonly x: number;
  readonly y: number;
}

interface ContextMenuProps {
  readonly place: MenuPlace | null;
  readonly onClose: () => void;
  readonly children: (client: ClientRow) => ReactNode;
}

/** A menu where the pointer was, or below the row for the keyboard. */
export const ContextMenu = ({ place, onClose, children }: ContextMenuProps) => {
  const { t } = useTranslation('clients');
  if (place === null) return null;
  return (
    <Menu
      key={`${place.x} ${place.y}`}
      opened
      onClose={onClose}
      position="bottom-start"
      offset={0}
      width={280}
      // Not `keydown`: the very key that opened the menu would close it again.
      clickOutsideEvents={['mousedown', 'touchstart']}
    >
      <Menu.Target>
        <button type="button" tabIndex={-1} className={styles.anchor} style={{ left: place.x, top: place.y }}>
          {t('menu.label')}
        </button>
      </Menu.Target>
      <Menu.Dropdown>{children(place.client)}</Menu.Dropdown>
    </Menu>
  );
};
