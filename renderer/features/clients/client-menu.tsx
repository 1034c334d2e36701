import { Menu } from '@mantine/core';
import type { ClientRow } from '#shared/contract/clients.ts';
import { ActionItems } from '../../ui/menu-action.tsx';
import { useClientActions } from './use-client-actions.ts';

interface ClientMenuItemsProps {
  readonly client: ClientRow;
  readonly onRemoved: () => void;
}

/** The actions on one client, for the button and the context menu alike. */
export const ClientMenuItems = ({ client, onRemoved }: ClientMenuItemsProps) => {
  const { work, away } = useClientActions(client, onRemoved);
  return (
    <>
      <ActionItems actions={work} />
      <Menu.Divider />
      <ActionItems actions={away} />
    </>
  );
};
