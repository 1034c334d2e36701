import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { POOL_TYPES, type PoolType } from '#shared/domain/limits.ts';
import { TRAFFIC_GB } from '#shared/domain/traffic-amount.ts';
import { NumberField } from '../../ui/number-field.tsx';

export interface TrafficChoice {
  readonly poolType: PoolType;
  /** As it was typed; read it with `parseTrafficGb`. */
  readonly typedGb: string;
}

interface TrafficFieldsProps {
  readonly choice: TrafficChoice;
  readonly onChange: (change: Partial<TrafficChoice>) => void;
  readonly gbLabel: string;
  /** Of the amount. */
  readonly error: string | undefined;
  /** Of each field, px; without it they are as wide as there is room. */
  readonly w?: number;
}

/** Which pool to buy for, and how much. */
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
