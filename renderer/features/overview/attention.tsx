import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { OverviewSummary } from '#shared/contract/overview.ts';
import { go } from '../../app/router.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Age } from '../../ui/age.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './overview.module.css';
import { Section } from './section.tsx';

/** As many as the core sends at most. */
const LOW_AT_MOST = 50;
const LOW_SHOWN = 8;

/** What should not wait until tomorrow, worst first. */
export const Attention = ({ summary }: { readonly summary: OverviewSummary }) => {
  const { t } = useTranslation('overview');
  const { unknownPurchases, staleClients, lowTraffic } = summary;
  const isCalm = unknownPurchases === 0 && staleClients === 0 && lowTraffic.length === 0;
  return (
    <Section title={t('attention.title')}>
      <div className={styles.notices}>
        {isCalm ? <Notice tone="ok">{t('attention.nothing')}</Notice> : null}
        {unknownPurchases === 0 ? null : (
          <Notice
            tone="bad"
            actions={
              <Button size="compact-sm" onClick={() => go('purchases')}>
                {t('attention.unknownAction')}
              </Button>
            }
          >
            {t('attention.unknown', { count: unknownPurchases })}
          </Notice>
        )}
        {lowTraffic.length === 0 ? null : <LowTraffic rows={lowTraffic} />}
        {staleClients === 0 ? null : (
          <Notice
            tone="mute"
            actions={
              <Button size="compact-sm" onClick={() => go('clients')}>
                {t('attention.staleAction')}
              </Button>
            }
          >
            {t('attention.stale', { count: staleClients })}
          </Notice>
        )}
      </div>
    </Section>
  );
};

const LowTraffic = ({ rows }: { readonly rows: OverviewSummary['lowTraffic'] }) => {
  const { t } = useTranslation(['overview', 'premium']);
  const format = useFormat();
  const count = rows.length;
  return (
    <>
      <Notice tone="warn">
        {count < LOW_AT_MOST ? t('overview:attention.low', { count }) : t('overview:attention.lowMore', { count })}
      </Notice>
      <table className={styles.table} aria-label={t('overview:attention.lowTable')}>
        <tbody>
          {rows.slice(0, LOW_SHOWN).map((row) => (
            <tr key={`${row.clientId} ${row.poolType}`}>
              <th scope="row" className={styles.grow}>
                {row.clientName}
              </th>
              <td>{t(`premium:pools.${row.poolType}`)}</td>
              <td className={styles.number}>{format.gbColumn(row.trafficGb)}</td>
              <td className={styles.age}>
                <Age at={row.asOf} />
              </td>
              <td className={styles.rowAction}>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={t('overview:attention.buy', { client: row.clientName })}
                  onClick={() => go('clients', { clientId: row.clientId })}
                >
                  {t('overview:attention.buyShort')}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
};
