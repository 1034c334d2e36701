import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { POOL_TYPES, type PoolType } from '#shared/domain/limits.ts';
import { TRAFFIC_GB } from '#shared/domain/products/traffic.ts';
import { NumberField } from '../../ui/number-field.tsx';

export interface TrafficChoice {
  readonly poolType: PoolType;
  /** The amount as typed. Read it with `parseTrafficGb`. */
  readonly typedGb: string;
}

interface TrafficFieldsProps {
  readonly choice: TrafficChoice;
  readonly onChange: (change: Partial<TrafficChoice>) => void;
  readonly gbLabel: string;
  /** The problem with the amount. */
  readonly error: string | undefined;
  /** The width of each field in px. Without it the fields fill the available width. */
  readonly w?: number;
}

/** Selects the pool and the amount. */
export const TrafficFields = ({ choice, onChange, gbLabel, error, ...size }: TrafficFieldsProps) => {
  const { t } = useTranslation(['premium', 'common']);
  return (
    <>
      <NativeSelect
        label={t('common:words.pool')}
        {...size}
        value={choice.poolType}
        data={POOL_TYPES.map((value) => ({ value, label: t(`pools.${value}`) }))}
        onChange={(event) => {
          const poolType = POOL_TYPES.find((pool) => pool === event.currentTarget.value);
          if (poolType !== undefined) onChange({ poolType });
        }}
      />
      <NumberField
        data-autofocus
        decimal
        max={TRAFFIC_GB.max}
        label={gbLabel}
        placeholder={t('buy.gbPlaceholder')}
        {...size}
        value={choice.typedGb}
        error={error}
        onChange={(typedGb) => onChange({ typedGb })}
      />
    </>
  );
};
