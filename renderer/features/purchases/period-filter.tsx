import { Button, Group, Popover, Radio } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { localDate } from '#shared/domain/local-date.ts';
import { useFormat } from '../../i18n/use-format.ts';
import type { Period } from '../../nav/screen-filters.ts';
import { DayField } from '../../ui/day-field.tsx';
import { RangeCalendar } from '../../ui/range-calendar.tsx';
import { boundsOf, PERIOD_NAMES } from './period.ts';
import styles from './purchases.module.css';

interface PeriodFilterProps {
  readonly value: Period;
  readonly onChange: (period: Period) => void;
}

/** Chooses the period of the ledger: one of a few common spans, or any whole days. */
export const PeriodFilter = ({ value, onChange }: PeriodFilterProps) => {
  const { t } = useTranslation('ledger');
  const format = useFormat();
  const now = Date.now();
  const { from, to } = boundsOf(value, now);
  const label =
    value.name === 'range' && from !== undefined && to !== undefined && from < to
      ? format.days(from, to - 1, now)
      : t(`period.${value.name}`);
  const choose = (name: Period['name']) => {
    const today = localDate(Date.now());
    onChange(name === 'range' ? { name, from: `${today.slice(0, 8)}01`, to: today } : { name });
  };
  return (
    <Popover position="bottom-start" width={330} trapFocus returnFocus>
      <Popover.Target>
        <Button rightSection={<IconChevronDown size={14} aria-hidden />}>{label}</Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('period.label')}>
        <Radio.Group aria-label={t('period.label')} value={value.name} onChange={choose}>
          {PERIOD_NAMES.map((name) => (
            <Group key={name} gap={0} wrap="nowrap" justify="space-between" mih={28}>
              <Radio value={name} label={t(`period.${name}`)} />
            </Group>
          ))}
        </Radio.Group>
        {value.name !== 'range' ? null : (
          <>
            <div className={styles.dates}>
              <DayField label={t('period.from')} value={value.from} onChange={(from) => onChange({ ...value, from })} />
              <DayField
                label={t('period.to')}
                value={value.to}
                error={value.to !== '' && value.to < value.from ? t('period.backwards') : undefined}
                onChange={(to) => onChange({ ...value, to })}
              />
            </div>
            <RangeCalendar value={value} onChange={(days) => onChange({ name: 'range', ...days })} />
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  );
};
