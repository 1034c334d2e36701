import { useTranslation } from 'react-i18next';
import type { PremiumState } from '#shared/contract/premium.ts';
import { POOL_TYPES } from '#shared/domain/limits.ts';
import type { Action } from '../../bridge/use-action.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { BuyTrafficButton } from './buy-traffic.tsx';
import styles from './premium.module.css';
import type { PremiumClient } from './premium-client.ts';
import { Section } from './section.tsx';

interface TrafficSectionProps {
  readonly client: PremiumClient;
  readonly state: PremiumState;
  readonly refresh: Action<'premium.refreshBalance'>;
}

/** GB left in each of the four pools. */
export const TrafficSection = ({ client, state, refresh }: TrafficSectionProps) => {
  const { t } = useTranslation('premium');
  const format = useFormat();
  const { balance } = state;
  const read = () => void refresh.run({ clientId: client.id });
  return (
    <Section
      title={t('balance.title')}
      asOf={balance?.asOf ?? null}
      refreshLabel={t('balance.refresh')}
      busy={refresh.busy}
      onRefresh={read}
    >
      <table className={styles.table} aria-label={t('balance.title')}>
        <tbody>
          {POOL_TYPES.map((poolType) => {
            const left = balance?.pools.find((pool) => pool.poolType === poolType)?.trafficGb ?? 0;
            return (
              <tr key={poolType}>
                <th scope="row">{t(`pools.${poolType}`)}</th>
                <td className={styles.amount}>
                  {balance === null ? (
                    <span className={styles.none}>—</span>
                  ) : (
                    <span className={left === 0 ? styles.none : 'selectable'}>{format.gb(left)}</span>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {refresh.error === undefined ? null : (
        <div className={styles.notice}>
          <ErrorNotice error={refresh.error} onRetry={read} />
        </div>
      )}
      <div className={styles.foot}>
        <BuyTrafficButton client={client} />
      </div>
    </Section>
  );
};
