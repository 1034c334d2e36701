import { type ComboboxItem, Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeptQuery } from '../../bridge/use-kept-query.ts';
import { ignoreWindowBlur } from '../../ui/window-blur.ts';
import { clientLabel, type NamedClient } from './client-label.ts';

interface ClientSelectProps {
  readonly value: NamedClient | null;
  readonly onChange: (client: NamedClient | null) => void;
  readonly error: string | undefined;
  /** A press on an option would otherwise count as one beside the popover, and close it. */
  readonly inPopover?: boolean;
}

const SHOWN = 50;
const SEARCH_DELAY = 120;

/** The first fifty clients that fit what is typed; the core looks through all of them. */
export const ClientSelect = ({ value, onChange, error, inPopover = false }: ClientSelectProps) => {
  const { t } = useTranslation(['generator', 'common']);
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed, SEARCH_DELAY);
  // The chosen client's own name stands in the field: that is no search.
  const search = value !== null && asked === clientLabel(value) ? '' : asked;
  const found = useKeptQuery('clients.list', {
    filter: { search },
    sort: { by: 'name', direction: 'asc' },
    offset: 0,
    limit: SHOWN,
  });
  const rows: readonly NamedClient[] = found.value?.rows ?? [];
  const shown = value === null || rows.some(({ id }) => id === value.id) ? rows : [value, ...rows];
  const byId = new Map(shown.map((client) => [String(client.id), client]));

  const renderOption = ({ option }: { readonly option: ComboboxItem }) => {
    const client = byId.get(option.value);
    return (
      <div>
        <div>{option.label}</div>
        <Text size="sm" c="dimmed">
          {client === undefined ? '' : `${client.messengerId} · ${client.clientKey}`}
        </Text>
      </div>
    );
  };

  return (
    <div onBlurCapture={ignoreWindowBlur}>
      <Select
        label={t('common:words.client')}
        placeholder={t('client.placeholder')}
        data={shown.map((client) => ({ value: String(client.id), label: clientLabel(client) }))}
        value={value === null ? null : String(value.id)}
        onChange={(id) => onChange(id === null ? null : (byId.get(id) ?? null))}
        searchable
        // The focus also comes by a refused form: the list would lie over what is wrong.
        openOnFocus={false}
        clearable
        searchValue={typed}
        onSearchChange={setTyped}
        filter={({ options }) => options}
        nothingFoundMessage={found.loading ? undefined : t('client.nothing')}
        renderOption={renderOption}
        maxDropdownHeight={320}
        comboboxProps={{ withinPortal: !inPopover }}
        error={error}
      />
    </div>
  );
};
