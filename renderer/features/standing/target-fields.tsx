import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { StandingTargets } from '#shared/contract/standing.ts';
import { clientLabel } from '#shared/domain/client-label.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { ClientSelect } from '../../parts/clients/client-select.tsx';
import { TagSelect } from '../../parts/clients/tag-select.tsx';
import { recurringView } from '../../parts/products/index.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { FilterChip } from '../../ui/filter-chip.tsx';
import type { TypedOrder } from './typed-order.ts';

interface TargetFieldsProps {
  readonly kind: TypedOrder['kind'];
  readonly targets: StandingTargets;
  readonly onChange: (targets: StandingTargets) => void;
  readonly error: string | undefined;
}

/** The number of clients that are listed by name. */
const NAMED = 6;

const empty = (of: StandingTargets['of']): StandingTargets => {
  switch (of) {
    case 'clients':
      return { of, clientIds: [] };
    case 'tag':
      return { of, tag: '' };
    case 'proxies':
      return { of, proxyIds: [] };
  }
};

/** Chooses for whom an order is: single clients, a tag, or proxies that were selected in their list. */
export const TargetFields = ({ kind, targets, onChange, error }: TargetFieldsProps) => {
  const { t } = useTranslation('standing');
  const takesProxies = recurringView(kind).takes === 'proxies';
  const kinds = takesProxies ? (['clients', 'tag', 'proxies'] as const) : (['clients', 'tag'] as const);
  return (
    <>
      <ChoiceField
        label={t('form.targets')}
        error={targets.of === 'proxies' ? error : undefined}
        value={targets.of}
        data={kinds.map((of) => ({ value: of, label: t(`form.of.${of}`) }))}
        onChange={(of) => onChange(empty(of))}
      />
      {targets.of === 'clients' ? (
        <Clients
          ids={targets.clientIds}
          onChange={(clientIds) => onChange({ of: 'clients', clientIds })}
          error={error}
        />
      ) : targets.of === 'tag' ? (
        <TagSelect
          label={t('form.tag')}
          description={t('form.tagHelp')}
          value={targets.tag === '' ? null : targets.tag}
          error={error}
          onChange={(tag) => onChange({ of: 'tag', tag: tag ?? '' })}
        />
      ) : targets.proxyIds.length === 0 ? (
        <span className="dim">{t('form.proxiesHelp')}</span>
      ) : (
        <Group gap={12}>
          <span>{t('form.chosenProxies', { count: targets.proxyIds.length })}</span>
          <Button size="compact-sm" variant="subtle" onClick={() => onChange(empty('proxies'))}>
            {t('form.clear')}
          </Button>
        </Group>
      )}
      {takesProxies && targets.of !== 'proxies' ? <span className="dim">{t('form.allProxies')}</span> : null}
    </>
  );
};

interface ClientsProps {
  readonly ids: readonly number[];
  readonly onChange: (ids: number[]) => void;
  readonly error: string | undefined;
}

const Clients = ({ ids, onChange, error }: ClientsProps) => {
  const { t } = useTranslation('standing');
  return (
    <>
      <ClientSelect
        value={null}
        error={error}
        onChange={(client) => {
          if (client !== null) onChange([...new Set([...ids, client.id])]);
        }}
      />
      {ids.length === 0 ? null : ids.length <= NAMED ? (
        <Group gap={6}>
          {ids.map((id) => (
            <ClientName key={id} clientId={id} onRemove={() => onChange(ids.filter((one) => one !== id))} />
          ))}
        </Group>
      ) : (
        <Group gap={12}>
          <span>{t('form.chosenClients', { count: ids.length })}</span>
          <Button size="compact-sm" variant="subtle" onClick={() => onChange([])}>
            {t('form.clear')}
          </Button>
        </Group>
      )}
    </>
  );
};

const ClientName = ({ clientId, onRemove }: { readonly clientId: number; readonly onRemove: () => void }) => {
  const { value } = useQuery('clients.get', { clientId });
  return <FilterChip label={value === undefined ? '…' : clientLabel(value)} onRemove={onRemove} />;
};
