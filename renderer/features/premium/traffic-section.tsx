import { Group } from '@mantine/core';
import { IconShoppingCart } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PremiumState } from '#shared/contract/premium.ts';
import { POOL_TYPES, type PoolType } from '#shared/domain/limits.ts';
import { useNoService } from '../../bridge/service-gap.ts';
import type { Action } from '../../bridge/use-action.ts';
import { useFormat } from '../../i18n/use-format.ts';
import type { NamedClient } from '../../parts/clients/client-label.ts';
import { ClientSection } from '../../parts/clients/client-section.tsx';
import { BuyTraffic, BuyTrafficButton } from '../../parts/premium/buy-traffic.tsx';
import { CopyRowItem } from '../../ui/copy-row-item.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { ActionItem } from '../../ui/menu-action.tsx';
import { SmallTable } from '../../ui/small-table.tsx';
import { useRowMenu } from '../../ui/use-row-menu.tsx';

interface TrafficSectionProps {
  readonly client: NamedClient;
  readonly state: PremiumState;
  readonly refresh: Action<'premium.refreshBalance'>;
}

/** The GB left in each of the four pools. */
export const TrafficSection = ({ client, state, refresh }: TrafficSectionProps) => {
  const { t } = useTranslation('premium');
  const format = useFormat();
  const { balance } = state;
  const noService = useNoService();
  // The pool stays set while the dialog closes.
  const [[buying, isBuying], setBuying] = useState<readonly [PoolType | undefined, boolean]>([undefined, false]);
  const leftIn = (pool: PoolType) => balance?.pools.find(({ poolType }) => poolType === pool)?.trafficGb ?? 0;
  const { on, menu } = useRowMenu((pool: PoolType) => (
    <>
      <ActionItem
        action={{ icon: IconShoppingCart, label: t('buy.menu'), noService, run: () => setBuying([pool, true]) }}
      />
      <CopyRowItem cells={[t(`pools.${pool}`), balance === null ? '' : format.gb(leftIn(pool))]} />
    </>
  ));
  const read = () => void refresh.run({ clientId: client.id });
  return (
    <ClientSection
      product="traffic"
      title={t('balance.title')}
      asOf={balance?.asOf ?? null}
      refreshLabel={t('balance.refresh')}
      busy={refresh.busy}
      onRefresh={read}
    >
      <SmallTable
        label={t('balance.title')}
        columns={[
          { id: 'pool', cell: (poolType) => t(`pools.${poolType}`) },
          {
            id: 'left',
            align: 'end',
            cell: (poolType) => {
              const left = leftIn(poolType);
              return <span className={left > 0 ? undefined : 'dim'}>{balance === null ? '—' : format.gb(left)}</span>;
            },
          },
        ]}
        rows={POOL_TYPES}
        keyOf={(poolType) => poolType}
        height={28}
        on={on}
      />
      <ErrorNotice error={refresh.error} onRetry={read} apart />
      {menu}
      <Group gap={8} mt={8}>
        <BuyTrafficButton client={client} />
      </Group>
      {buying === undefined ? null : (
        <BuyTraffic
          key={buying}
          client={client}
          poolType={buying}
          opened={isBuying}
          onClose={() => setBuying([buying, false])}
        />
      )}
    </ClientSection>
  );
};
