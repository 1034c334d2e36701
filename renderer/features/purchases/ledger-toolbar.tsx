import { Button, Checkbox, Group, Popover, SegmentedControl } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProcedureOutput } from '#shared/contract/index.ts';
import type { PurchaseKind } from '#shared/products/index.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { ClientFilterField } from '../../parts/clients/client-filter-field.tsx';
import { SHOWN_KINDS } from '../../parts/products/index.ts';
import { SavedFilters } from '../../parts/saved-filters/saved-filters.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { PayerFilter } from './payer-filter.tsx';
import { PeriodFilter } from './period-filter.tsx';
import { STATE_FILTER_NAMES, STATE_FILTERS, type StateFilter } from './state-filters.ts';
import type { LedgerFilter } from './use-ledger-filter.ts';

type Facets = ProcedureOutput<'purchases.facets'>;

/** Filters the ledger. Each choice shows how many purchases match. */
export const LedgerToolbar = ({ ledger }: { readonly ledger: LedgerFilter }) => {
  const { t } = useTranslation(['purchases', 'ledger']);
  const { choice, change } = ledger;
  const facets = useQuery('purchases.facets', { filter: ledger.filter }, ['purchases.changed']).value;
  /** The list stays while new counts are on the way, because the user may be choosing from it. */
  const payers = useRef<Facets['computers']>([]);
  if (facets !== undefined) payers.current = facets.computers;
  return (
    <Toolbar
      label={t('purchases:filter.label')}
      end={<SavedFilters screen="purchases" shown={{ filter: choice, sort: null }} onApply={ledger.showOnly} />}
    >
      <SearchField
        value={choice.search}
        onChange={(search) => change({ search })}
        label={t('purchases:search')}
        placeholder={t('purchases:searchPlaceholder')}
        width={240}
      />
      <SegmentedControl
        aria-label={t('purchases:filter.label')}
        value={choice.states}
        data={namesShown(choice.states, facets).map((value) => ({
          value,
          label: <StateLabel name={value} facets={facets} />,
        }))}
        onChange={(states) => change({ states })}
      />
      <KindFilter value={choice.kinds} onChange={(kinds) => change({ kinds })} facets={facets} />
      <PeriodFilter value={choice.period} onChange={(period) => change({ period })} />
      <ClientFilterField
        label={t('purchases:filter.client')}
        anyLabel={t('purchases:filter.anyClient')}
        clientId={choice.clientId}
        onChange={(clientId) => change({ clientId })}
      />
      {choice.computer === undefined && payers.current.length < 2 ? null : (
        <PayerFilter value={choice.computer} onChange={(computer) => change({ computer })} payers={payers.current} />
      )}
    </Toolbar>
  );
};

const countOf = (name: StateFilter, facets: Facets | undefined): number => {
  const { outcomes, goodsStates }: Readonly<Record<string, readonly string[]>> = STATE_FILTERS[name];
  const isAsked = (asked: readonly string[] = [], value: string) => asked.length === 0 || asked.includes(value);
  return (facets?.standings ?? [])
    .filter(({ outcome, goodsState }) => isAsked(outcomes, outcome) && isAsked(goodsStates, goodsState))
    .reduce((sum, one) => sum + one.count, 0);
};

/** Charged goods that never arrived are so rare that their filter appears only if there are any. */
const namesShown = (chosen: StateFilter, facets: Facets | undefined): readonly StateFilter[] =>
  STATE_FILTER_NAMES.filter(
    (name) => name !== 'goodsMissing' || chosen === name || countOf('goodsMissing', facets) > 0,
  );

const StateLabel = ({ name, facets }: { readonly name: StateFilter; readonly facets: Facets | undefined }) => {
  const { t } = useTranslation('purchases');
  const format = useFormat();
  const count = countOf(name, facets);
  return (
    <>
      <span>{t(`filter.${name}`)}</span> {count === 0 ? null : <span className="dim">{format.number(count)}</span>}
    </>
  );
};

interface KindFilterProps {
  readonly value: readonly PurchaseKind[];
  readonly onChange: (kinds: readonly PurchaseKind[]) => void;
  readonly facets: Facets | undefined;
}

const KindFilter = ({ value, onChange, facets }: KindFilterProps) => {
  const { t } = useTranslation('ledger');
  const format = useFormat();
  const toggle = (kind: PurchaseKind) =>
    onChange(value.includes(kind) ? value.filter((one) => one !== kind) : [...value, kind]);
  const [only] = value;
  const label =
    only === undefined
      ? t('kinds.all')
      : value.length === 1
        ? t(`kinds.${only}`)
        : t('kinds.chosen', { count: value.length });
  return (
    <Popover position="bottom-start" width={260} trapFocus returnFocus>
      <Popover.Target>
        <Button rightSection={<IconChevronDown size={14} aria-hidden />}>{label}</Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('kinds.label')}>
        {SHOWN_KINDS.map((kind) => (
          <Group key={kind} gap={0} wrap="nowrap" justify="space-between" mih={28}>
            <Checkbox label={t(`kinds.${kind}`)} checked={value.includes(kind)} onChange={() => toggle(kind)} />
            <span className="dim">{format.number(facets?.kinds.find((one) => one.kind === kind)?.count ?? 0)}</span>
          </Group>
        ))}
        {value.length === 0 ? null : (
          <Button className="flush-start" mt={8} size="compact-sm" variant="subtle" onClick={() => onChange([])}>
            {t('kinds.clear')}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
};
