import { Menu } from '@mantine/core';
import type { ClientRow } from '#shared/contract/clients.ts';
import { DeedItems } from '../../ui/deed.tsx';
import { useClientDeeds } from './use-client-deeds.ts';

interface ClientMenuItemsProps {
  readonly client: ClientRow;
  readonly onRemoved: () => void;
}

/** What can be done with one client; the same behind the button and the right click. */
export const ClientMenuItems = ({ client, onRemoved }: ClientMenuItemsProps) => {
  const { work, away } = useClientDeeds(client, onRemoved);
  return (
    <>
      <DeedItems deeds={work} />
      <Menu.Divider />
      <DeedItems deeds={away} />
    </>
  );
};
