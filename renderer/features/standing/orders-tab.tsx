import { Button } from '@mantine/core';
import { IconCalendarTime, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StandingOrder } from '#shared/contract/standing.ts';
import { call } from '../../bridge/desk.ts';
import { useDeskEvents } from '../../bridge/use-desk-event.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useScreenParams } from '../../nav/router.ts';
import { CarriedOut } from '../../parts/shared-desk/carried-out.tsx';
import {
  endStandingDraft,
  openStanding,
  type StandingFormStart,
  useStandingDraft,
} from '../../parts/standing/draft-store.ts';
import { showOrder } from '../../parts/standing/show-order.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { keptValues } from '../../ui/form/kept-values.ts';
import { ActionItems } from '../../ui/menu-action.tsx';
import { SplitPane } from '../../ui/split-pane.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { useWindowedRows } from '../../ui/use-windowed-rows.ts';
import { orderColumns } from './order-columns.tsx';
import { OrderDetail } from './order-detail.tsx';
import { EditOrder, StandingOrderForm } from './order-form.tsx';
import { useOrderName, useTargetsText } from './order-text.ts';
import { removeOrder, useOrderActions } from './use-order-actions.ts';

/** The content beside the orders. */
type Pane = { readonly shows: 'nothing' | 'form' } | { readonly shows: 'order' | 'edit'; readonly orderId: number };

const newOrder = ({ draftId }: StandingFormStart): string => `new standing order ${draftId}`;

/** Whether the user has left the form of a new order for another screen. */
const isHalfTyped = (draft: StandingFormStart | null): boolean =>
  draft !== null && keptValues(newOrder(draft)) !== undefined;

/** The standing orders of the desk, with the chosen or new one beside them. */
export const OrdersTab = ({ tabs }: { readonly tabs: ReactNode }) => {
  const { t } = useTranslation(['standing', 'schedule', 'common']);
  const format = useFormat();
  const nameOf = useOrderName();
  const targetsOf = useTargetsText();
  const { orderId, draftId } = useScreenParams('schedule');
  const draft = useStandingDraft((state) => state.draft);
  const [pane, setPane] = useState<Pane>({ shows: isHalfTyped(draft) ? 'form' : 'nothing' });
  useEffect(() => {
    if (orderId !== undefined) setPane({ shows: 'order', orderId });
    else if (draftId !== undefined) setPane({ shows: 'form' });
  }, [orderId, draftId]);
  const rows = useWindowedRows<StandingOrder>((offset, limit) => call('standing.list', { offset, limit }), '');
  useDeskEvents(['standing.changed', 'purchases.changed', 'clients.changed'], rows.reload);
  const columns = useMemo(() => orderColumns(t, format, { nameOf, targetsOf }), [t, format, nameOf, targetsOf]);
  const close = () => {
    endStandingDraft();
    setPane({ shows: 'nothing' });
  };
  const onMade = ({ id }: StandingOrder) => {
    endStandingDraft();
    showOrder(id);
  };
  const show = (id: number) => setPane({ shows: 'order', orderId: id });
  const add = (
    <Button variant="filled" leftSection={<IconPlus size={15} aria-hidden />} onClick={() => openStanding()}>
      {t('add')}
    </Button>
  );
  const detail = (): ReactNode => {
    switch (pane.shows) {
      case 'nothing':
        return null;
      case 'form':
        return draft === null ? null : (
          <StandingOrderForm
            key={draft.draftId}
            begin={draft}
            keptAs={newOrder(draft)}
            onSaved={onMade}
            onClose={close}
          />
        );
      case 'order':
        return (
          <OrderDetail
            key={pane.orderId}
            orderId={pane.orderId}
            onEdit={() => setPane({ shows: 'edit', orderId: pane.orderId })}
            onClose={close}
          />
        );
      case 'edit':
        return <EditOrder key={pane.orderId} orderId={pane.orderId} onSaved={({ id }) => show(id)} onClose={close} />;
    }
  };
  return (
    <>
      <Toolbar label={t('common:words.whatToShow')} end={rows.rowCount > 0 ? add : null}>
        {tabs}
        {rows.rowCount > 0 ? <CarriedOut /> : null}
      </Toolbar>
      <SplitPane detail={detail()} detailLabel={t('detail')} storageKey="standing" defaultWidth={540} onClose={close}>
        <DataGrid
          rows={rows}
          label={t('grid')}
          columns={columns}
          getRowId={(order) => String(order.id)}
          storageKey="standing"
          activeId={'orderId' in pane ? String(pane.orderId) : undefined}
          onActivate={(order) => {
            if (pane.shows === 'form' || pane.shows === 'edit') showOrder(order.id);
            show(order.id);
          }}
          onDelete={() => {
            if ('orderId' in pane) void removeOrder(pane.orderId);
          }}
          menu={(order) => (
            <OrderMenuItems order={order} onEdit={() => setPane({ shows: 'edit', orderId: order.id })} />
          )}
          empty={<EmptyState icon={IconCalendarTime} title={t('empty.title')} text={t('empty.text')} action={add} />}
        />
      </SplitPane>
    </>
  );
};

const OrderMenuItems = ({ order, onEdit }: { readonly order: StandingOrder; readonly onEdit: () => void }) => (
  <ActionItems actions={useOrderActions(order, onEdit)} />
);
