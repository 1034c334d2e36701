import { useTranslation } from 'react-i18next';
import { clientLabel } from '#shared/domain/client-label.ts';
import { call } from '../../bridge/desk.ts';
import { SearchSelect } from '../../ui/search-select.tsx';
import type { SelectOption } from '../../ui/select-option.ts';
import { clientPair, type NamedClient } from './client-label.ts';

interface ClientSelectProps {
  readonly value: NamedClient | null;
  readonly onChange: (client: NamedClient | null) => void;
  readonly error: string | undefined;
  /** The field stands in a popover. */
  readonly inPopover?: boolean;
}

interface ClientOption extends SelectOption {
  readonly client: NamedClient;
}

const optionOf = (client: NamedClient): ClientOption => ({
  code: String(client.id),
  name: clientLabel(client),
  detail: clientPair(client),
  client,
});

const fetchClients = async (search: string, offset: number, limit: number) => {
  const sort = { by: 'name', direction: 'asc' } as const;
  const result = await call('clients.list', { filter: { search }, sort, offset, limit });
  if (!result.ok) return result;
  return { ok: true, value: { total: result.value.total, rows: result.value.rows.map(optionOf) } } as const;
};

/** Selects one client by name, key or id. The core searches all of them. */
export const ClientSelect = ({ value, onChange, error, inPopover = false }: ClientSelectProps) => {
  const { t } = useTranslation(['generator', 'common']);
  return (
    <SearchSelect
      label={t('common:words.client')}
      placeholder={t('client.placeholder')}
      value={value === null ? null : optionOf(value)}
      onChange={(option) => onChange(option?.client ?? null)}
      fetchPage={fetchClients}
      sourceKey="clients"
      nothing={t('client.nothing')}
      tall
      inPopover={inPopover}
      error={error}
    />
  );
};
