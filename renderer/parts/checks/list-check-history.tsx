import { useTranslation } from 'react-i18next';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Notice } from '../../ui/notice.tsx';
import { SmallTable } from '../../ui/small-table.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './check-history.module.css';

/** Shows the last checks of a list, and how many of its proxies have stopped working. */
export const ListCheckHistory = ({ listId }: { readonly listId: number }) => {
  const { t } = useTranslation('checks');
  const format = useFormat();
  const now = useNow();
  const { value } = useQuery('lists.checks', { listId }, ['lists.changed', 'scheduledChecks.changed']);
  if (value === undefined) return null;
  const { checks, stopped, stoppedAt } = value;
  return (
    <>
      {stopped === 0 || stoppedAt === null ? null : (
        <div className={styles.past}>
          <Notice tone="bad">
            {t('history.stoppedInList', { count: stopped, moment: format.moment(stoppedAt, now) })}
          </Notice>
        </div>
      )}
      {checks.length < 2 ? null : (
        <details className={styles.past}>
          <summary>{t('history.title')}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be scrolled by the keyboard, too */}
          <section className={styles.scroller} tabIndex={0} aria-label={t('history.list')}>
            <SmallTable
              label={t('history.list')}
              rows={checks}
              keyOf={({ id }) => id}
              columns={[
                { id: 'at', width: 130, cell: ({ at }) => format.moment(at, now) },
                { id: 'found', cell: ({ working, failed }) => t('history.found', { working, failed }) },
              ]}
            />
          </section>
        </details>
      )}
    </>
  );
};
