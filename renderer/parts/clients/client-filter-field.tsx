import { Button } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { clientLabel } from '#shared/domain/client-label.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { FieldPopover } from '../../ui/field-popover.tsx';

import { ClientSelect } from './client-select.tsx';

interface ClientFilterProps {
  /** Names the choice, such as "Client". */
  readonly label: string;
  /** The label of the button while no client is chosen. */
  readonly anyLabel: string;
  readonly clientId: number | undefined;
  readonly onChange: (clientId: number | undefined) => void;
  /** Further choices below the client. */
  readonly children?: ReactNode;
}

/** A toolbar button that filters by one client, who is found by name, key or id. */
export const ClientFilterField = ({ label, anyLabel, clientId, onChange, children }: ClientFilterProps) => {
  const [opened, setOpened] = useState(false);
  const client = useQuery('clients.get', clientId === undefined ? null : { clientId }).value ?? null;
  const chosen = clientId === undefined || client?.id !== clientId ? null : client;
  const text = chosen === null ? anyLabel : clientLabel(chosen);
  return (
    <FieldPopover
      opened={opened}
      onChange={setOpened}
      label={label}
      target={
        <Button
          leftSection={<IconUser size={15} aria-hidden />}
          aria-label={`${label}: ${text}`}
          maw={180}
          onClick={() => setOpened(!opened)}
        >
          {text}
        </Button>
      }
    >
      <ClientSelect
        value={chosen}
        onChange={(next) => {
          onChange(next?.id);
          if (next !== null) setOpened(false);
        }}
        error={undefined}
        inPopover
      />
      {children}
    </FieldPopover>
  );
};
