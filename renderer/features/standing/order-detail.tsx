import { Button, Group, SegmentedControl, Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StandingOrder, StandingTargets } from '#shared/contract/standing.ts';
import { clientLabel } from '#shared/domain/client-label.ts';
import { otherZone } from '#shared/domain/zoned-time.ts';
import { useNoService } from '../../bridge/service-gap.ts';
import { markHandled } from '../../bridge/unhandled-errors.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useChosenActions } from '../../nav/chosen-store.ts';
import { go } from '../../nav/router.ts';
import { productOf } from '../../parts/products/index.ts';
import { ProductMark } from '../../parts/products/product-mark.tsx';
import { ChangedBy, useChanges } from '../../parts/shared-desk/changed-by.tsx';
import { openPlan } from '../../parts/standing/show-order.ts';
import { CardHead } from '../../ui/card-head.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Fact } from '../../ui/fact.tsx';
import { ActionButton } from '../../ui/menu-action.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ServiceButton } from '../../ui/service-hint.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { OrderHistory } from './order-history.tsx';
import { hasNothingLeft, OrderState } from './order-state.tsx';
import { useActionText, useOrderName, useTargetsText } from './order-text.ts';
import styles from './standing.module.css';
import { useOrderActions } from './use-order-actions.ts';

interface OrderDetailProps {
  readonly orderId: number;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}

/** Shows one order beside the list: its terms, its state, and the history of its due purchases. */
export const OrderDetail = ({ orderId, ...rest }: OrderDetailProps) => {
  const query = useQuery('standing.get', { orderId }, ['standing.changed', 'purchases.changed', 'clients.changed']);
  // Somebody removed the order, here or elsewhere.
  const isGone = query.error?.details?.code === 'standing';
  const { onClose } = rest;
  useEffect(() => {
    if (!isGone || query.error === undefined) return;
    markHandled(query.error);
    onClose();
  }, [isGone, query.error, onClose]);
  if (query.error !== undefined)
    return isGone ? null : <ErrorNotice error={query.error} onRetry={query.reload} strip />;
  return query.value === undefined ? <Skeleton height={44} m={16} /> : <Loaded {...query.value} {...rest} />;
};

interface LoadedProps extends Omit<OrderDetailProps, 'orderId'> {
  readonly order: StandingOrder;
  readonly targets: StandingTargets;
}

const Loaded = ({ order, targets, onEdit, onClose }: LoadedProps) => {
  const { t } = useTranslation(['standing', 'common']);
  const format = useFormat();
  const name = useOrderName()(order);
  const actions = useOrderActions(order, onEdit);
  const actionText = useActionText()(order.action);
  const changeOf = useChanges('order', [order.id]);
  const [show, setShow] = useState<'all' | 'open'>('all');
  useChosenActions(name, actions);
  const limit = (kopecks: number | null) => (kopecks === null ? t('facts.noLimit') : format.roublesShort(kopecks));
  const { hours } = order;
  return (
    <div className={styles.detail}>
      <CardHead
        mark={order.action === null ? null : <ProductMark name={productOf(order.action.kind)} />}
        title={name}
        closeLabel={t('close')}
        onClose={onClose}
      >
        <OrderState order={order} />
      </CardHead>
      <div className={styles.section}>
        <Asks order={order} />
        <BlockedReason order={order} />
        {order.isOn && hasNothingLeft(order) ? <Notice tone="warn">{t('notes.nothingLeft')}</Notice> : null}
        <Overruled order={order} onEdit={onEdit} />
        <Group gap={8}>
          {actions.slice(order.asks > 0 ? 1 : 0).map((action) => (
            <ActionButton key={action.label} action={action} />
          ))}
        </Group>
        <dl className="facts selectable" style={{ rowGap: 4 }}>
          <Fact name={t('form.kind')}>{order.name === '' ? null : actionText}</Fact>
          <Fact name={t('columns.targets')}>
            <Targets order={order} targets={targets} />
          </Fact>
          <Fact name={t('columns.mode')}>{t(`mode.${order.mode}`)}</Fact>
          <Fact name={t('facts.ceiling')}>{limit(order.ceilingKopecks)}</Fact>
          <Fact name={t('facts.cap')}>{limit(order.monthCapKopecks)}</Fact>
          <Fact name={t('facts.payment')}>{order.payment === 'any' ? null : t(`form.payments.${order.payment}`)}</Fact>
          <Fact name={t('facts.times')}>{order.timesEach}</Fact>
          <Fact name={t('facts.month')}>{format.roublesShort(order.monthKopecks)}</Fact>
          <Fact name={t('facts.hours')}>
            {hours === null ? t('facts.anyTime') : t('facts.between', { from: hours.from, to: hours.to })}
          </Fact>
          <Fact name={t('form.zone')}>{otherZone(order.zone)}</Fact>
        </dl>
        <ChangedBy change={changeOf(order.id)} />
      </div>
      <section className={styles.section} aria-label={t('history.title')}>
        <Group justify="space-between">
          <h3>{t('history.title')}</h3>
          <SegmentedControl
            aria-label={t('history.show')}
            value={show}
            onChange={setShow}
            data={[
              { value: 'all', label: t('history.all') },
              { value: 'open', label: t('history.open') },
            ]}
          />
        </Group>
        <OrderHistory orderId={order.id} show={show} />
      </section>
    </div>
  );
};

/** The number of clients that are listed by name. */
const NAMED = 6;

/** Says for whom the order is, with links to them. */
const Targets = ({ order, targets }: Pick<LoadedProps, 'order' | 'targets'>) => {
  const text = useTargetsText()(order.targets);
  if (targets.of === 'tag') {
    return <TextLink onGo={() => go('clients', { filter: { tags: [targets.tag] } })}>{text}</TextLink>;
  }
  if (targets.of === 'proxies' || targets.clientIds.length > NAMED) return text;
  return targets.clientIds.map((clientId) => <TargetClient key={clientId} clientId={clientId} />);
};

const TargetClient = ({ clientId }: { readonly clientId: number }) => {
  const { value } = useQuery('clients.get', { clientId }, ['clients.changed']);
  if (value === undefined) return null;
  return (
    <div>
      <TextLink onGo={() => go('clients', { clientId })}>{clientLabel(value)}</TextLink>
    </div>
  );
};

/** Shows the order's question and how to answer it. The order may wait for something else as well. */
const Asks = ({ order: { id, asks } }: { readonly order: StandingOrder }) => {
  const { t } = useTranslation('standing');
  const noService = useNoService();
  if (asks === 0) return null;
  return (
    <Notice
      tone="info"
      actions={
        <ServiceButton variant="filled" disabled={noService} onClick={() => void openPlan(id)}>
          {t('openPlan')}
        </ServiceButton>
      }
    >
      {t('notes.asks', { count: asks })}
    </Notice>
  );
};

/** Terms were changed on two computers at once. Says which of them apply. */
const Overruled = ({ order, onEdit }: Pick<LoadedProps, 'order' | 'onEdit'>) => {
  const { t } = useTranslation('standing');
  const format = useFormat();
  const { overruled, ceilingKopecks, monthCapKopecks, payment, timesEach } = order;
  if (overruled.length === 0) return null;
  const limit = (kopecks: number | null) => (kopecks === null ? t('facts.noLimit') : format.roublesShort(kopecks));
  const textOf = (one: StandingOrder['overruled'][number]): string => {
    switch (one.term) {
      case 'mode':
        return t('overruled.mode');
      case 'payment':
        return t('overruled.payment', {
          holds: t(`form.payments.${payment}`),
          lost: t(`form.payments.${one.payment}`),
        });
      case 'times': {
        const times = (count: number | null) => count?.toString() ?? t('facts.noLimit');
        return t('overruled.times', { holds: times(timesEach), lost: times(one.times) });
      }
      case 'ceiling':
        return t('overruled.ceiling', { holds: limit(ceilingKopecks), lost: limit(one.kopecks) });
      case 'cap':
        return t('overruled.cap', { holds: limit(monthCapKopecks), lost: limit(one.kopecks) });
    }
  };
  return (
    <Notice tone="warn" actions={<Button onClick={onEdit}>{t('edit')}</Button>}>
      {[...overruled.map(textOf), t('overruled.settle')].join(' ')}
    </Notice>
  );
};

/** Says what the order waits for, with a link. */
const BlockedReason = ({ order: { blockedReason } }: { readonly order: StandingOrder }) => {
  const { t } = useTranslation('standing');
  const format = useFormat();
  switch (blockedReason?.code) {
    case 'blocked': {
      const { purchaseId, runId } = blockedReason;
      const way =
        purchaseId !== null ? (
          <Button onClick={() => go('purchases', { purchaseId })}>
            {t('notes.openPurchase', { number: purchaseId })}
          </Button>
        ) : runId !== null ? (
          <Button onClick={() => go('run', { runId })}>{t('notes.openRun', { number: runId })}</Button>
        ) : null;
      return (
        <Notice tone="warn" actions={way}>
          {purchaseId === null ? t('notes.blockedByRun') : t('notes.blockedByPurchase')}
        </Notice>
      );
    }
    case 'outside-hours':
      return <Notice tone="mute">{t('notes.outside-hours', { moment: format.dateTime(blockedReason.until) })}</Notice>;
    case 'insufficient-balance':
      return (
        <Notice tone="warn">
          {t('notes.insufficient-balance', { missing: format.roublesShort(blockedReason.missingKopecks) })}
        </Notice>
      );
    case 'failed':
      return <ErrorNotice error={blockedReason.error} />;
    case 'month-cap':
    case 'restored':
    case 'joined':
    case 'parted':
    case 'alone':
    case 'unproven':
    case 'damaged':
    case 'newer':
    case 'mixed':
      return <Notice tone="warn">{t(`notes.${blockedReason.code}`)}</Notice>;
    default:
      return null;
  }
};
