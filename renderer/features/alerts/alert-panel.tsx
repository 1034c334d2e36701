import { Button } from '@mantine/core';
import { IconBellCheck, IconSettings } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Alert } from '#shared/contract/alerts.ts';
import { localDay } from '#shared/domain/local-date.ts';
import { call } from '../../bridge/desk.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { go } from '../../nav/router.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useWindowedRows, type WindowedRows } from '../../ui/use-windowed-rows.ts';
import { dismissAlerts, markAllRead } from './alert-actions.ts';
import { AlertRow } from './alert-row.tsx';
import styles from './alerts.module.css';
import { showAlerts, useAlerts } from './store.ts';

const ROW_HEIGHT = 62;
/** The height of the heading above the first alert of a day and kind. */
const HEADING_HEIGHT = 26;
const SHOWN = 7;

/** Returns whether an alert is the first of its day and kind. Unknown rows have no heading. */
const isFirstOfGroup = (alert: Alert | undefined, before: Alert | undefined, index: number): boolean => {
  if (alert === undefined || (before === undefined && index > 0)) return false;
  return before === undefined || before.kind !== alert.kind || localDay(before.raisedAt) !== localDay(alert.raisedAt);
};

/** Lists all alerts by day and kind, the newest day first. */
export const AlertPanel = () => {
  const { t } = useTranslation('alerts');
  const { total, unread } = useAlerts((state) => state.counts);
  const rows = useWindowedRows<Alert>((offset, limit) => call('alerts.list', { offset, limit }), '');
  useDeskEvent('alerts.changed', rows.reload);
  const openSettings = () => {
    showAlerts(false);
    go('settings');
  };
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('title')}</h2>
        <Button size="compact-sm" variant="subtle" disabled={unread === 0} onClick={() => void markAllRead()}>
          {t('markAllRead')}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          disabled={total === 0}
          onClick={() => void dismissAlerts(null, total)}
        >
          {t('dismissAll')}
        </Button>
      </div>
      <ErrorNotice error={rows.error} onRetry={rows.reload} />
      {rows.rowCount > 0 ? <AlertList rows={rows} /> : null}
      {rows.rowCount === 0 && !rows.first && rows.error === undefined ? (
        <EmptyState
          icon={IconBellCheck}
          title={t('empty.title')}
          text={t('empty.text')}
          action={
            <Button leftSection={<IconSettings size={15} aria-hidden />} onClick={openSettings}>
              {t('empty.action')}
            </Button>
          }
        />
      ) : null}
    </>
  );
};

const AlertList = ({ rows }: { readonly rows: WindowedRows<Alert> }) => {
  const { t } = useTranslation('alerts');
  const groupOf = useGroupName();
  const scroller = useRef<HTMLDivElement>(null);
  const hasHeading = (index: number) => isFirstOfGroup(rows.getRow(index), rows.getRow(index - 1), index);
  const virtualizer = useVirtualizer({
    count: rows.rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => ROW_HEIGHT + (hasHeading(index) ? HEADING_HEIGHT : 0),
    overscan: 6,
  });
  // Headings come and go with the rows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new state of the rows is measured
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rows]);
  const items = virtualizer.getVirtualItems();
  const from = items[0]?.index ?? 0;
  const to = items.at(-1)?.index ?? 0;
  const { onRangeChange } = rows;
  useEffect(() => onRangeChange(from, to), [onRangeChange, from, to]);
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      style={{ height: Math.min(SHOWN * ROW_HEIGHT, virtualizer.getTotalSize()) }}
    >
      <ul className={styles.list} aria-label={t('title')} style={{ height: virtualizer.getTotalSize() }}>
        {items.map((item) => {
          const alert = rows.getRow(item.index);
          return (
            <li
              key={alert?.id ?? `row ${item.index}`}
              className={styles.item}
              aria-setsize={rows.rowCount}
              aria-posinset={item.index + 1}
              style={{ transform: `translateY(${item.start}px)`, height: item.size }}
            >
              {alert !== undefined && hasHeading(item.index) ? (
                <h3 className={styles.group} style={{ height: HEADING_HEIGHT }}>
                  {groupOf(alert)}
                </h3>
              ) : null}
              {alert === undefined ? null : (
                <div style={{ height: ROW_HEIGHT }}>
                  <AlertRow alert={alert} />
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
};

/** Returns a function that names the day and the kind of an alert. */
const useGroupName = () => {
  const { t } = useTranslation('alerts');
  const format = useFormat();
  const today = localDay(useNow());
  return ({ raisedAt, kind }: Alert): string =>
    t('group', { day: format.daysAway(localDay(raisedAt) - today), kind: t(`kinds.${kind}`) });
};
