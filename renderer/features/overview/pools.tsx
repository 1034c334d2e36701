import { useTranslation } from 'react-i18next';
import type { OverviewSummary } from '#shared/contract/overview.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Age } from '../../ui/age.tsx';
import styles from './overview.module.css';
import { Section } from './section.tsx';

/** What is left of each pool over all clients, and how old the oldest part of that knowledge is. */
export const Pools = ({ pools }: { readonly pools: OverviewSummary['pools'] }) => {
  const { t } = useTranslation(['overview', 'premium']);
  const format = useFormat();
  return (
    <Section title={t('overview:pools.title')}>
      {pools.length === 0 ? (
        <p className={styles.none}>{t('overview:pools.none')}</p>
      ) : (
        <table className={styles.table} aria-label={t('overview:pools.title')}>
          <thead>
            <tr>
              <th scope="col" className={styles.grow}>
                {t('overview:pools.pool')}
              </th>
              <th scope="col" className={styles.number}>
                {t('overview:pools.left')}
              </th>
              <th scope="col" className={styles.number}>
                {t('overview:pools.clients')}
              </th>
              <th scope="col" className={styles.age}>
                {t('overview:pools.read')}
              </th>
            </tr>
          </thead>
          <tbody>
            {pools.map((pool) => (
              <tr key={pool.poolType}>
                <th scope="row" className={styles.grow}>
                  {t(`premium:pools.${pool.poolType}`)}
                </th>
                <td className={styles.number}>{format.gbColumn(pool.trafficGb)}</td>
                <td className={styles.number}>{format.number(pool.clients)}</td>
                <td className={styles.age}>
                  <Age at={pool.oldestAsOf} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
};
