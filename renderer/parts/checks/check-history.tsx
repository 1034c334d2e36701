import { useTranslation } from 'react-i18next';
import type { PastCheck } from '#shared/contract/last-check.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Answer } from '../../ui/answer.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SmallTable } from '../../ui/small-table.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './check-history.module.css';
import { CHECK_STYLES } from './check-styles.ts';

/** Shows the last checks of a dedicated proxy, and since when it no longer works. */
export const CheckHistory = ({ proxyId }: { readonly proxyId: number }) => {
  const { t } = useTranslation('checks');
  const format = useFormat();
  const now = useNow();
  const query = useQuery('dedicated.checks', { proxyId }, ['dedicated.changed']);
  const detailOf = ({ reason, firstByteMs }: PastCheck): string =>
    reason !== null ? t(`reasons.${reason}`) : firstByteMs === null ? '' : t('ms', { ms: firstByteMs });
  return (
    <Answer query={query}>
      {({ checks, stoppedAt }) =>
        checks.length === 0 ? null : (
          <section className="part" aria-label={t('history.title')}>
            <h3 className={styles.heading}>{t('history.title')}</h3>
            {stoppedAt === null ? null : (
              <Notice tone="bad">{t('history.stopped', { moment: format.moment(stoppedAt, now) })}</Notice>
            )}
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be scrolled by the keyboard, too */}
            <section className={styles.scroller} tabIndex={0} aria-label={t('history.list')}>
              <SmallTable
                top
                label={t('history.list')}
                rows={checks}
                keyOf={({ id }) => id}
                columns={[
                  { id: 'at', width: 110, cell: ({ at }) => format.moment(at, now) },
                  {
                    id: 'state',
                    width: 120,
                    cell: ({ state }) => <StatusChip {...CHECK_STYLES[state]} label={t(`states.${state}`)} />,
                  },
                  { id: 'detail', cell: detailOf },
                ]}
              />
            </section>
          </section>
        )
      }
    </Answer>
  );
};
