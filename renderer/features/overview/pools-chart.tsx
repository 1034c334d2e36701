import { useTranslation } from 'react-i18next';
import type { OverviewCharts } from '#shared/contract/overview.ts';
import { decimal } from '#shared/domain/csv-cells.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { productHue } from '../../parts/products/product-mark.tsx';
import { Age } from '../../ui/age.tsx';
import { ChartFigure } from '../../ui/chart-figure.tsx';
import { valueTicks } from '../../ui/chart-ticks.ts';
import { useNow } from '../../ui/use-now.ts';
import styles from './overview.module.css';

/** Charts the remaining traffic of each pool over all clients, and says how old the oldest part of the data is. */
export const PoolsChart = ({ pools = [] }: { readonly pools: OverviewCharts['pools'] | undefined }) => {
  const { t } = useTranslation(['overview', 'premium', 'common', 'clients']);
  const format = useFormat();
  const language = useLanguage();
  const now = useNow();
  const scale = valueTicks(0, Math.max(...pools.map(({ trafficGb }) => trafficGb), 0));
  const largest = scale.at(-1) ?? 1;
  const oldest = pools.reduce<number | null>(
    (found, { oldestAsOf }) => (oldestAsOf === null || (found !== null && found < oldestAsOf) ? found : oldestAsOf),
    null,
  );
  const readAt = (at: number | null): string => (at === null ? '' : format.moment(at, now));
  return (
    <ChartFigure
      title={t('overview:pools.title')}
      value={oldest === null ? undefined : <Age at={oldest} />}
      empty={pools.length === 0 ? t('overview:pools.none') : null}
      table={{
        head: [t('common:words.pool'), t('overview:pools.left'), t('common:nav.clients'), t('overview:pools.read')],
        rows: pools.map(({ poolType, trafficGb, clients, oldestAsOf }) => [
          t(`premium:pools.${poolType}`),
          format.gbColumn(trafficGb),
          format.number(clients),
          readAt(oldestAsOf),
        ]),
        plainRows: pools.map(({ poolType, trafficGb, clients, oldestAsOf }) => [
          t(`premium:pools.${poolType}`),
          { value: decimal(String(trafficGb), language) },
          clients,
          oldestAsOf === null ? '' : { value: new Date(oldestAsOf).toISOString() },
        ]),
      }}
    >
      <ul style={{ paddingTop: 4 }}>
        {pools.map(({ poolType, trafficGb, clients }) => (
          <li key={poolType} className={styles.bar}>
            <span>{t(`premium:pools.${poolType}`)}</span>
            <span>
              {format.gbColumn(trafficGb)}
              <span className="dim"> {t('clients:count', { count: clients })}</span>
            </span>
            <span className={styles.barTrack} aria-hidden>
              <span
                className={styles.barFill}
                style={{ width: `${(trafficGb / largest) * 100}%`, background: productHue('traffic') }}
              />
            </span>
          </li>
        ))}
      </ul>
      <div className={styles.barScale} aria-hidden>
        {scale.map((gb) => (
          <span key={gb}>{format.gb(gb)}</span>
        ))}
      </div>
    </ChartFigure>
  );
};
