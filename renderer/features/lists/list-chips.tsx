import { useTranslation } from 'react-i18next';
import { clientLabel } from '#shared/domain/client-label.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { FilterChip } from '../../ui/filter-chip.tsx';

/** Only the lists of one client. */
export const ClientChip = ({ clientId, onRemove }: { readonly clientId: number; readonly onRemove: () => void }) => {
  const { t } = useTranslation('lists');
  const client = useQuery('clients.get', { clientId }).value;
  const name = client === undefined ? `#${clientId}` : clientLabel(client);
  return <FilterChip label={t('chips.client', { client: name })} onRemove={onRemove} />;
};

/** Only the files written from one list. */
export const ListChip = ({ listId, onRemove }: { readonly listId: number; readonly onRemove: () => void }) => {
  const { t } = useTranslation('lists');
  const list = useQuery('lists.get', { listId }).value;
  return <FilterChip label={t('chips.list', { list: list?.title ?? `#${listId}` })} onRemove={onRemove} />;
};
