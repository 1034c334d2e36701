import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { clientLabel } from '#shared/domain/client-label.ts';
import { call } from '../../bridge/desk.ts';
import { markHandled } from '../../bridge/unhandled-errors.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { SearchSelect } from '../../ui/search-select.tsx';
import type { SelectOption } from '../../ui/select-option.ts';
import { clientPair, type NamedClient } from './client-label.ts';
import { namedClients } from './named-clients.ts';

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
  const result = await call('clients.list', namedClients(search, limit, offset));
  if (!result.ok) return result;
  return { ok: true, value: { total: result.value.total, rows: result.value.rows.map(optionOf) } } as const;
};

/**
 * Keeps the field true while its client is edited elsewhere. A changed pair makes the row another client of the service, for
 * whom nothing must be done under the name that is shown, so the field becomes empty, as for a removed client. A new name is
 * shown.
 */
const useSameClient = (field: Pick<ClientSelectProps, 'value' | 'onChange'>): void => {
  const latest = useRef(field);
  latest.current = field;
  const compare = useCallback(async () => {
    const { value: shown } = latest.current;
    if (shown === null) return;
    const now = await call('clients.get', { clientId: shown.id });
    if (!now.ok) markHandled(now.error);
    const { value, onChange } = latest.current;
    if (value !== shown) return;
    if (now.ok ? clientPair(now.value) !== clientPair(shown) : now.error.kind === 'not-found') onChange(null);
    else if (now.ok && now.value.name !== shown.name) onChange(now.value);
  }, []);
  // The client may have been edited while the form was not on the screen.
  useEffect(() => void compare(), [compare]);
  useDeskEvent('clients.changed', () => void compare());
};

/** Selects one client by name, key or id. The core searches all of them. */
export const ClientSelect = ({ value, onChange, error, inPopover = false }: ClientSelectProps) => {
  const { t } = useTranslation(['generator', 'common']);
  useSameClient({ value, onChange });
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
