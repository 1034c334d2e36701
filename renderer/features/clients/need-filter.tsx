import { Button, Checkbox, Group, Popover, Radio } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientNeeds } from '#shared/contract/clients.ts';
import { CLIENT_EXPIRIES, LAST_PURCHASES, LOW_POOLS } from '#shared/domain/client-needs.ts';
import { PAID_UNTIL_FILTERS } from '#shared/domain/paid-until.ts';
import { useSalesInUse } from '../../bridge/sales-store.ts';
import { useSettings } from '../../parts/settings/settings-store.ts';
import { FilterChip } from '../../ui/filter-chip.tsx';
import styles from './clients.module.css';

interface NeedFilterProps {
  readonly value: ClientNeeds;
  readonly onChange: (change: Partial<ClientNeeds>) => void;
}

/**
 * Filters clients by what they need: a near end, a low pool, a paid time that ends, no running VPN, no purchase for long, or
 * old data.
 */
export const NeedFilter = memo(({ value, onChange }: NeedFilterProps) => {
  const { t } = useTranslation(['clients', 'fields', 'premium', 'vpn']);
  const belowGb = useSettings(({ settings }) => settings?.lowTrafficGb ?? 0);
  const hasSales = useSalesInUse();
  return (
    <Popover position="bottom-start" width="auto" trapFocus returnFocus>
      <Popover.Target>
        <Button rightSection={<IconChevronDown size={14} aria-hidden />}>{t('clients:needs.label')}</Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('clients:needs.label')}>
        <div className={styles.needs}>
          <Choices
            label={t('vpn:title')}
            value={value.expiry}
            options={CLIENT_EXPIRIES}
            nameOf={(expiry) => t(`clients:needs.expiries.${expiry}`)}
            onChange={(expiry) => onChange({ expiry })}
          />
          <Choices
            label={t('fields:paidUntil')}
            value={value.paidUntil}
            options={PAID_UNTIL_FILTERS}
            nameOf={(one) => t(`clients:needs.paidUntil.${one}`)}
            onChange={(paidUntil) => onChange({ paidUntil })}
          />
          <Choices
            label={t('clients:needs.low', { gb: belowGb })}
            value={value.lowPool}
            options={LOW_POOLS}
            nameOf={(pool) =>
              pool === 'none' || pool === 'any' ? t(`clients:needs.pools.${pool}`) : t(`premium:pools.${pool}`)
            }
            onChange={(lowPool) => onChange({ lowPool })}
          />
          <Choices
            label={t('clients:needs.lastPurchase')}
            value={value.lastPurchase}
            options={LAST_PURCHASES}
            nameOf={(one) => t(`clients:needs.lastPurchases.${one}`)}
            onChange={(lastPurchase) => onChange({ lastPurchase })}
          />
          <div className="stack">
            <Checkbox
              label={t('clients:needs.withoutVpn')}
              checked={value.withoutVpn}
              onChange={(event) => onChange({ withoutVpn: event.currentTarget.checked })}
            />
            <Checkbox
              label={t('clients:needs.stale')}
              checked={value.stale}
              onChange={(event) => onChange({ stale: event.currentTarget.checked })}
            />
            {hasSales ? (
              <Checkbox
                label={t('clients:needs.owes')}
                checked={value.owes}
                onChange={(event) => onChange({ owes: event.currentTarget.checked })}
              />
            ) : null}
          </div>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
});

interface ChoicesProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly options: readonly V[];
  readonly nameOf: (option: V) => string;
  readonly onChange: (option: V) => void;
}

/** Offers one of some options, one below the other. */
const Choices = <V extends string>({ label, value, options, nameOf, onChange }: ChoicesProps<V>) => (
  <Radio.Group label={label} value={value} onChange={onChange}>
    {options.map((option) => (
      <Group key={option} wrap="nowrap" mih={26}>
        <Radio value={option} label={nameOf(option)} />
      </Group>
    ))}
  </Radio.Group>
);

/** The active filters, each with a button that removes it. */
export const NeedChips = memo(({ value, onChange }: NeedFilterProps) => {
  const { t } = useTranslation(['clients', 'premium']);
  const { expiry, lowPool, stale, owes, withoutVpn, lastPurchase, paidUntil } = value;
  return (
    <>
      {expiry === 'any' ? null : (
        <FilterChip label={t(`clients:needs.chips.${expiry}`)} onRemove={() => onChange({ expiry: 'any' })} />
      )}
      {paidUntil === 'any' ? null : (
        <FilterChip
          label={t(`clients:needs.paidUntilChips.${paidUntil}`)}
          onRemove={() => onChange({ paidUntil: 'any' })}
        />
      )}
      {lowPool === 'none' ? null : (
        <FilterChip
          label={
            lowPool === 'any'
              ? t('clients:needs.chips.low')
              : t('clients:needs.chips.lowPool', { pool: t(`premium:pools.${lowPool}`) })
          }
          onRemove={() => onChange({ lowPool: 'none' })}
        />
      )}
      {lastPurchase === 'any' ? null : (
        <FilterChip
          label={t(`clients:needs.lastPurchases.${lastPurchase}`)}
          onRemove={() => onChange({ lastPurchase: 'any' })}
        />
      )}
      {withoutVpn ? (
        <FilterChip label={t('clients:needs.withoutVpn')} onRemove={() => onChange({ withoutVpn: false })} />
      ) : null}
      {stale ? <FilterChip label={t('clients:needs.stale')} onRemove={() => onChange({ stale: false })} /> : null}
      {owes ? <FilterChip label={t('clients:needs.owes')} onRemove={() => onChange({ owes: false })} /> : null}
    </>
  );
});
