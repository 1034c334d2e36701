import { Button, Modal, SegmentedControl, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DedicatedProxy, ProlongOrder } from '#shared/contract/dedicated.ts';
import { MAX_PROLONGED } from '#shared/domain/dedicated-limits.ts';
import { DEDICATED_PROLONG_PERIODS } from '#shared/domain/limits.ts';
import { useIsOffline } from '../../app/connection-store.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OfflineHint } from '../../ui/offline-hint.tsx';
import { useOrderText } from '../purchases/order-text.ts';
import { PurchaseOutcome } from '../purchases/purchase-outcome.tsx';
import { usePurchase } from '../purchases/use-purchase.ts';
import styles from './dedicated.module.css';
import { PriceFacts, useLiveQuote } from './live-price.tsx';
import { MoneyDialog } from './money-dialog.tsx';
import { ProlongTable } from './prolong-table.tsx';
import { PurchaseReview } from './purchase-review.tsx';

interface ProlongProxiesProps {
  /** Frozen; `undefined`: closed. */
  readonly proxyIds: readonly number[] | undefined;
  readonly onClose: () => void;
}

/** Prolongs the proxies of a frozen selection: period, each one's price, review, outcome. */
export const ProlongProxies = ({ proxyIds, onClose }: ProlongProxiesProps) => (
  <Modal.Root
    opened={proxyIds !== undefined}
    onClose={onClose}
    size={560}
    centered
    closeOnClickOutside={false}
    closeOnEscape={false}
  >
    <Modal.Overlay />
    {proxyIds === undefined ? null : <ProlongSteps proxyIds={proxyIds} onClose={onClose} />}
  </Modal.Root>
);

type Prolongable = DedicatedProxy & { readonly serviceId: number };

const isProlongable = (proxy: DedicatedProxy): proxy is Prolongable => proxy.serviceId !== null;

/** Each id once: the service might charge for one of them twice. */
const orderOf = (proxies: readonly Prolongable[], period: number): ProlongOrder => {
  const clients = [...new Set(proxies.map(({ clientId }) => clientId))];
  const [clientId = null] = clients;
  return {
    kind: 'dedicated-prolong',
    clientId: clients.length === 1 ? clientId : null,
    serviceIds: [...new Set(proxies.map(({ serviceId }) => serviceId))],
    period,
  };
};

const ProlongSteps = ({
  proxyIds,
  onClose,
}: {
  readonly proxyIds: readonly number[];
  readonly onClose: () => void;
}) => {
  const { t } = useTranslation(['dedicated', 'common']);
  const offline = useIsOffline();
  const { step, askForOffer, confirm, edit } = usePurchase();
  const [period, setPeriod] = useState(30);
  const tooMany = proxyIds.length > MAX_PROLONGED;
  const query = useQuery('dedicated.rows', tooMany ? null : { proxyIds: [...proxyIds] });
  const rows = query.value ?? [];
  const proxies = rows.filter(isProlongable);
  const withoutId = rows.length - proxies.length;
  const order = proxies.length === 0 ? null : orderOf(proxies, period);
  const quote = useLiveQuote(step.name === 'editing' && !offline ? order : null);
  const count = order?.serviceIds.length ?? 0;
  const days = t('dedicated:buy.days', { count: period });
  const orderText = useOrderText();
  const isBuying = step.name === 'buying';
  const clientNames = [...new Set(proxies.map(({ clientName }) => clientName))].filter((name) => name !== '');
  return (
    <MoneyDialog
      title={
        step.name === 'review' || isBuying
          ? t('dedicated:buy.confirmTitle')
          : t('dedicated:prolong.title', { count: proxyIds.length })
      }
      locked={isBuying}
      onClose={onClose}
    >
      {step.name !== 'editing' ? null : (
        <>
          {tooMany ? (
            <Notice tone="warn" live="alert">
              {t('dedicated:prolong.tooMany', { max: MAX_PROLONGED, count: proxyIds.length })}
            </Notice>
          ) : query.error !== undefined ? (
            <ErrorNotice error={query.error} onRetry={query.reload} />
          ) : query.value === undefined ? (
            <Skeleton height={160} />
          ) : (
            <>
              {withoutId === 0 ? null : (
                <Notice tone="warn">
                  {count === 0
                    ? t('dedicated:prolong.nothing')
                    : t('dedicated:prolong.withoutId', { count: withoutId })}
                </Notice>
              )}
              <Field label={t('dedicated:prolong.period')} error={step.error} name="period">
                <SegmentedControl
                  fullWidth
                  data-autofocus
                  aria-label={t('dedicated:prolong.period')}
                  value={String(period)}
                  data={DEDICATED_PROLONG_PERIODS.map((value) => ({
                    value: String(value),
                    label: t('dedicated:buy.days', { count: value }),
                  }))}
                  onChange={(value) => setPeriod(Number(value))}
                />
              </Field>
              <ProlongTable proxies={proxies} lines={quote.waiting ? undefined : quote.value?.lines} />
              <div className={styles.quote} aria-live="polite">
                {quote.error !== undefined && !quote.waiting ? (
                  <ErrorNotice error={quote.error} onRetry={quote.reload} />
                ) : quote.value === undefined || quote.waiting ? (
                  <p className={styles.hint}>{count === 0 || offline ? '' : t('dedicated:buy.quoting')}</p>
                ) : (
                  <PriceFacts priceKopecks={quote.value.priceKopecks} count={1} />
                )}
              </div>
            </>
          )}
          {step.error === undefined ? null : (
            <div className={styles.notice}>
              <ErrorNotice error={step.error} />
            </div>
          )}
          <div className={styles.actions}>
            <Button onClick={onClose}>{t('common:actions.cancel')}</Button>
            <OfflineHint offline={offline}>
              <Button
                variant="filled"
                loading={step.busy}
                disabled={offline || order === null}
                onClick={() => order !== null && void askForOffer(order)}
              >
                {t('dedicated:prolong.review')}
              </Button>
            </OfflineHint>
          </div>
        </>
      )}
      {step.name === 'review' || step.name === 'buying' ? (
        <PurchaseReview
          offer={step.offer}
          agreedKopecks={step.name === 'review' ? step.agreedKopecks : null}
          busy={isBuying}
          what={orderText(step.offer.order)}
          client={clientNames.length === 0 ? t('dedicated:buy.noClient') : clientNames.join(', ')}
          count={1}
          confirmLabel={(price) => t('dedicated:prolong.confirm', { count, days, price })}
          onConfirm={() => void confirm()}
          onBack={edit}
        />
      ) : null}
      {step.name === 'ended' ? <PurchaseOutcome purchase={step.purchase} onClose={onClose} /> : null}
    </MoneyDialog>
  );
};
