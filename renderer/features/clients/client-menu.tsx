import { Menu } from '@mantine/core';
import type { ClientRow } from '#shared/contract/clients.ts';
import { clientLabel } from '#shared/domain/client-label.ts';
import { ActionItems } from '../../ui/menu-action.tsx';
import styles from './clients.module.css';
import { useClientActions } from './use-client-actions.ts';

interface ClientMenuItemsProps {
  readonly client: ClientRow;
  readonly onRemoved: () => void;
}

/** The actions on one client, for the button and the context menu alike. */
export const ClientMenuItems = ({ client, onRemoved }: ClientMenuItemsProps) => {
  const { card, work, away } = useClientActions(client, onRemoved);
  return (
    <>
      <Menu.Label className={styles.menuLabel ?? ''}>{clientLabel(client)}</Menu.Label>
      <ActionItems actions={card} />
      <Menu.Divider />
      <ActionItems actions={work} />
      <Menu.Divider />
      <ActionItems actions={away} />
    </>
  );
};
