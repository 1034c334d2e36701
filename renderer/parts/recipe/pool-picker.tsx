import { Group, Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { POOL_TYPES, type PoolType } from '#shared/domain/limits.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Age } from '../../ui/age.tsx';
import { ChoiceRow } from '../../ui/choice-row.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RefreshButton } from '../../ui/service-hint.tsx';
import type { NamedClient } from '../clients/client-label.ts';
import { BuyTrafficButton } from '../premium/buy-traffic.tsx';
import { useFreshPremium, usePremiumState } from '../premium/use-premium.ts';

interface PoolPickerProps {
  readonly client: NamedClient | null;
  readonly value: PoolType;
  readonly onChange: (pool: PoolType) => void;
}

/** Selects one of the four pools. With a client it shows the remaining traffic of each and offers to buy more. */
export const PoolPicker = ({ client, value, onChange }: PoolPickerProps) => {
  const { t } = useTranslation(['generator', 'common']);
  return (
    <Radio.Group label={t('common:words.pool')} value={value} onChange={onChange}>
      {client === null ? <PoolRows left={null} /> : <ClientPools key={client.id} client={client} chosen={value} />}
    </Radio.Group>
  );
};

const PoolRows = ({ left }: { readonly left: ((pool: PoolType) => string) | null }) => {
  const { t } = useTranslation('premium');
  return (
    <Stack gap={0} mt={4}>
      {POOL_TYPES.map((pool) => (
        <ChoiceRow key={pool}>
          <Radio value={pool} label={t(`pools.${pool}`)} />
          {left === null ? null : <span className="note">{left(pool)}</span>}
        </ChoiceRow>
      ))}
    </Stack>
  );
};

const ClientPools = ({ client, chosen }: { readonly client: NamedClient; readonly chosen: PoolType }) => {
  const { t } = useTranslation(['generator', 'premium']);
  const format = useFormat();
  const state = usePremiumState(client.id);
  const { balance: refresh } = useFreshPremium(state.value);
  const balance = state.value?.balance ?? null;
  const gbOf = (pool: PoolType) => balance?.pools.find(({ poolType }) => poolType === pool)?.trafficGb ?? 0;
  const read = () => void refresh.run({ clientId: client.id });

  const left = (pool: PoolType): string => {
    if (balance === null) return t('pool.unknown');
    return gbOf(pool) > 0 ? t('pool.left', { gb: format.gb(gbOf(pool)) }) : t('pool.none');
  };

  return (
    <>
      <PoolRows left={left} />
      <Group gap={6} wrap="nowrap" mih={28} my={4}>
        <Age at={balance?.asOf ?? null} />
        <RefreshButton label={t('premium:balance.refresh')} busy={refresh.busy} onClick={read} />
        <span className="push">
          <BuyTrafficButton client={client} poolType={chosen} />
        </span>
      </Group>
      <ErrorNotice error={refresh.error} onRetry={read} />
      {balance !== null && gbOf(chosen) <= 0 ? (
        <Notice tone="warn">{t('pool.empty', { pool: t(`premium:poolsInline.${chosen}`) })}</Notice>
      ) : null}
    </>
  );
};
