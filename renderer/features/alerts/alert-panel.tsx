import { Button } from '@mantine/core';
import { IconBellCheck, IconSettings } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Alert } from '#shared/contract/alerts.ts';
import { call } from '../../bridge/desk.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { go } from '../../nav/router.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useWindowedRows, type WindowedRows } from '../../ui/use-windowed-rows.ts';
import { dismissAlerts, markAllRead } from './alert-actions.ts';
import { AlertRow } from './alert-row.tsx';
import styles from './alerts.module.css';
import { showAlerts, useAlerts } from './store.ts';

const ROW_HEIGHT = 62;
const SHOWN = 7;

/** Lists all alerts, newest first. */
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
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
  });
  const items = virtualizer.getVirtualItems();
  const from = items[0]?.index ?? 0;
  const to = items.at(-1)?.index ?? 0;
  const { onRangeChange } = rows;
  useEffect(() => onRangeChange(from, to), [onRangeChange, from, to]);
  return (
    <div ref={scroller} className={styles.scroller} style={{ height: Math.min(SHOWN, rows.rowCount) * ROW_HEIGHT }}>
      <ul className={styles.list} aria-label={t('title')} style={{ height: virtualizer.getTotalSize() }}>
        {items.map((item) => {
          const alert = rows.getRow(item.index);
          return (
            <li
              key={alert?.id ?? `row ${item.index}`}
              className={styles.item}
              aria-setsize={rows.rowCount}
              aria-posinset={item.index + 1}
              style={{ transform: `translateY(${item.start}px)`, height: ROW_HEIGHT }}
            >
              {alert === undefined ? null : <AlertRow alert={alert} />}
            </li>
          );
        })}
      </ul>
    </div>
  );
};
