import { Button, Checkbox, Group, Popover, Radio } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientFilter } from '#shared/contract/clients.ts';
import { CLIENT_EXPIRIES, LOW_POOLS } from '#shared/domain/client-needs.ts';
import { useSalesInUse } from '../../bridge/sales-store.ts';
import { useSettings } from '../../parts/settings/settings-store.ts';
import { FilterChip } from '../../ui/filter-chip.tsx';

type Needs = Pick<ClientFilter, 'expiry' | 'lowPool' | 'stale' | 'owes'>;

interface NeedFilterProps {
  readonly value: Needs;
  readonly onChange: (change: Partial<Needs>) => void;
}

/** Filters clients by what they need: a near end, a low pool or old data. */
export const NeedFilter = memo(({ value, onChange }: NeedFilterProps) => {
  const { t } = useTranslation(['clients', 'premium', 'vpn']);
  const belowGb = useSettings(({ settings }) => settings?.lowTrafficGb ?? 0);
  const hasSales = useSalesInUse();
  return (
    <Popover position="bottom-start" width={320} trapFocus returnFocus>
      <Popover.Target>
        <Button rightSection={<IconChevronDown size={14} aria-hidden />}>{t('clients:needs.label')}</Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('clients:needs.label')} className="stack">
        <Radio.Group label={t('vpn:title')} value={value.expiry} onChange={(expiry) => onChange({ expiry })}>
          {CLIENT_EXPIRIES.map((expiry) => (
            <Group key={expiry} gap={12} wrap="nowrap" justify="space-between" mih={26}>
              <Radio value={expiry} label={t(`clients:needs.expiries.${expiry}`)} />
            </Group>
          ))}
        </Radio.Group>
        <Radio.Group
          label={t('clients:needs.low', { gb: belowGb })}
          value={value.lowPool}
          onChange={(lowPool) => onChange({ lowPool })}
        >
          {LOW_POOLS.map((pool) => (
            <Group key={pool} gap={12} wrap="nowrap" justify="space-between" mih={26}>
              <Radio
                value={pool}
                label={
                  pool === 'none' || pool === 'any' ? t(`clients:needs.pools.${pool}`) : t(`premium:pools.${pool}`)
                }
              />
            </Group>
          ))}
        </Radio.Group>
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
      </Popover.Dropdown>
    </Popover>
  );
});

/** The active filters, each with a button that removes it. */
export const NeedChips = memo(({ value, onChange }: NeedFilterProps) => {
  const { t } = useTranslation(['clients', 'premium']);
  const { expiry, lowPool, stale, owes } = value;
  return (
    <>
      {expiry === 'any' ? null : (
        <FilterChip label={t(`clients:needs.chips.${expiry}`)} onRemove={() => onChange({ expiry: 'any' })} />
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
      {stale ? <FilterChip label={t('clients:needs.stale')} onRemove={() => onChange({ stale: false })} /> : null}
      {owes ? <FilterChip label={t('clients:needs.owes')} onRemove={() => onChange({ owes: false })} /> : null}
    </>
  );
});
