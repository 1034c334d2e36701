import { Menu } from '@mantine/core';
import { IconClockX, IconReceipt, IconServer2, IconUser } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { StandingDueItem } from '#shared/contract/standing.ts';
import { rowClientLabel } from '#shared/domain/client-label.ts';
import type { DueItemState } from '#shared/domain/due-item-states.ts';
import { call } from '../../bridge/desk.ts';
import { useDeskEvents } from '../../bridge/use-desk-event.ts';
import type { Format } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { go } from '../../nav/router.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import type { GridColumn } from '../../ui/grid-column.ts';
import { ActionItem } from '../../ui/menu-action.tsx';
import type { Tone } from '../../ui/notice.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { useWindowedRows } from '../../ui/use-windowed-rows.ts';
import styles from './standing.module.css';

const TONES: Partial<Record<DueItemState, Tone>> = {
  asked: 'info',
  ceiling: 'info',
  'started-elsewhere': 'warn',
  'needs-confirmation': 'warn',
  'month-cap': 'warn',
  'insufficient-balance': 'warn',
  'awaiting-payment': 'warn',
  blocked: 'warn',
  failed: 'bad',
  started: 'info',
  bought: 'ok',
  unknown: 'warn',
};

const columnsOf = (
  t: TFunction<['standing', 'common', 'premium']>,
  format: Format,
): readonly GridColumn<StandingDueItem>[] => {
  const nameOf = (one: StandingDueItem): string => rowClientLabel(one) || one.target || t('history.removedClient');
  const wordsOf = ({ state, error }: StandingDueItem): string =>
    [t(`dueItems.${state}`), error?.details?.serviceMessage ?? ''].filter((text) => text !== '').join(': ');
  return [
    { id: 'what', header: t('columns.targets'), width: 122, grow: true, render: nameOf, title: nameOf },
    {
      id: 'state',
      header: t('history.state'),
      width: 144,
      render: (one) => <StatusChip tone={TONES[one.state] ?? 'mute'} label={wordsOf(one)} />,
      title: (one) =>
        one.missed ? `${wordsOf(one)}. ${t('history.missed', { moment: format.dateTime(one.dueAt) })}` : wordsOf(one),
    },
    {
      id: 'due',
      header: t('history.due'),
      // The width fits a date with the mark that nobody looked at that time.
      width: 130,
      render: ({ dueAt, missed }) => (
        <span className={styles.due}>
          {format.date(dueAt)}
          {missed ? <IconClockX size={14} stroke={1.6} role="img" aria-label={t('history.missedMark')} /> : null}
        </span>
      ),
      title: (one) =>
        one.missed ? t('history.missed', { moment: format.dateTime(one.dueAt) }) : format.exact(one.dueAt),
    },
    {
      id: 'price',
      header: t('common:words.price'),
      // The width fits thousands of roubles with kopecks.
      width: 100,
      align: 'end',
      render: ({ priceKopecks }) => (priceKopecks === null ? '—' : format.roublesShort(priceKopecks)),
    },
  ];
};

const open = ({ purchaseId, runId, clientId }: StandingDueItem): void => {
  if (purchaseId !== null) go('purchases', { purchaseId });
  else if (runId !== null) go('run', { runId });
  else if (clientId !== null) go('clients', { clientId });
};

/** Lists everything that fell due for an order, and what happened to it. */
export const OrderHistory = ({ orderId, show }: { readonly orderId: number; readonly show: 'all' | 'open' }) => {
  const { t } = useTranslation(['standing', 'common', 'premium']);
  const format = useFormat();
  const rows = useWindowedRows<StandingDueItem>(
    (offset, limit) => call('standing.occasions', { orderId, show, offset, limit }),
    `${orderId} ${show}`,
  );
  useDeskEvents(['standing.changed', 'purchases.changed', 'clients.changed'], rows.reload);
  const columns = useMemo(() => columnsOf(t, format), [t, format]);
  return (
    <div className={styles.history}>
      <DataGrid
        rows={rows}
        label={t('history.title')}
        columns={columns}
        getRowId={(one) => String(one.id)}
        storageKey="occasions"
        onOpen={open}
        menu={(one) => <DueItemMenu item={one} />}
        empty={
          <p className="dim" style={{ padding: '6px 10px' }}>
            {show === 'open' ? t('history.nothingOpen') : t('history.empty')}
          </p>
        }
      />
    </div>
  );
};

const DueItemMenu = ({ item: { purchaseId, runId, clientId } }: { readonly item: StandingDueItem }) => {
  const { t } = useTranslation('standing');
  return (
    <>
      {purchaseId === null ? null : (
        <ActionItem
          action={{ icon: IconReceipt, label: t('history.purchase'), run: () => go('purchases', { purchaseId }) }}
        />
      )}
      {runId === null ? null : (
        <ActionItem action={{ icon: IconServer2, label: t('history.run'), run: () => go('run', { runId }) }} />
      )}
      {clientId === null ? null : (
        <ActionItem action={{ icon: IconUser, label: t('history.client'), run: () => go('clients', { clientId }) }} />
      )}
      {purchaseId === null && runId === null && clientId === null ? (
        <Menu.Label>{t('history.removedClient')}</Menu.Label>
      ) : null}
    </>
  );
};
