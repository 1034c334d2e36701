import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProcedureInput } from '#shared/contract/index.ts';
import type { Order } from '#shared/contract/purchases.ts';
import type { AppError } from '#shared/result.ts';
import { useActiveAccount } from '../../bridge/accounts-store.ts';
import { useNoService } from '../../bridge/service-gap.ts';
import { type Query, useQuery } from '../../bridge/use-query.ts';
import { DialogFoot } from '../../ui/dialog-foot.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import type { FormHandle } from '../../ui/form/use-form.ts';
import { Form } from '../../ui/form.tsx';
import { ServiceButton } from '../../ui/service-hint.tsx';
import { PriceFacts } from './price-facts.tsx';
import styles from './purchase-dialog.module.css';

/** An order in the purchase dialog, while it is put together. `D` is the type of its choices. */
export interface OrderForm<D extends object> extends FormHandle<D, Order> {
  /** Continues to the review, or says what is still missing. */
  readonly order: () => Promise<void>;
  readonly cancel: () => void;
}

interface OrderFrameProps {
  /** The fields of the order. */
  readonly children: ReactNode;
  /** The price so far. */
  readonly price: ReactNode;
  readonly form: Pick<OrderForm<object>, 'ref' | 'error' | 'busy' | 'order' | 'cancel'>;
  /** The order cannot be continued at all. Otherwise a press says what is still missing. */
  readonly disabled?: boolean;
  /** Cancel gets the focus first, because there is nothing to type. */
  readonly focusCancel?: boolean;
}

/** The frame of every order form: the price, a refusal, and the button to continue, which needs the service. */
export const OrderFrame = ({ children, price, form, disabled = false, focusCancel = false }: OrderFrameProps) => {
  const { t } = useTranslation(['common', 'purchases']);
  const noService = useNoService();
  const onSubmit = () => {
    if (!noService && !disabled) void form.order();
  };
  return (
    <Form ref={form.ref} className="" onSubmit={onSubmit}>
      {children}
      <div className={styles.orderPrice} aria-live="polite">
        {price}
      </div>
      <ErrorNotice apart error={form.error} />
      <DialogFoot>
        <Button {...(focusCancel ? { 'data-autofocus': true } : {})} onClick={form.cancel}>
          {t('actions.cancel')}
        </Button>
        <ServiceButton type="submit" variant="filled" loading={form.busy} disabled={disabled}>
          {t('purchases:review.open')}
        </ServiceButton>
      </DialogFoot>
    </Form>
  );
};

const QUOTE_DELAY = 350;

/** The procedures that quote a price without any commitment. */
type QuoteName = 'premium.quote' | 'dedicated.quote';

/**
 * The price of an order that is still being edited. It is requested only when the user pauses. `null` means that there
 * is nothing to price yet.
 */
export const useLiveQuote = <N extends QuoteName>(name: N, wanted: ProcedureInput<N> | null) => {
  const noService = useNoService();
  const input = noService ? null : wanted;
  const [asked] = useDebouncedValue(input, QUOTE_DELAY);
  const isAsked = JSON.stringify(asked) === JSON.stringify(input);
  const query = useQuery(name, isAsked ? asked : null);
  return { ...query, waiting: input !== null && (!isAsked || query.loading) };
};

interface LivePriceProps {
  readonly quote: Pick<
    Query<{ readonly priceKopecks: number; readonly pricePerGbKopecks?: number }>,
    'value' | 'reload'
  > & { readonly error: AppError | undefined; readonly waiting: boolean };
  /** Says what to choose first while there is nothing to price. */
  readonly hint: string;
}

/** Shows the price and the remaining balance while the order is still being put together. */
export const LivePrice = ({ quote: { value, error, waiting, reload }, hint }: LivePriceProps) => {
  const { t } = useTranslation('purchases');
  const balance = useActiveAccount()?.balance?.balanceKopecks ?? null;
  if (waiting) return <p className="dim">{t('quoting')}</p>;
  if (error !== undefined) return <ErrorNotice error={error} onRetry={reload} />;
  return value === undefined ? (
    <p className="dim">{hint}</p>
  ) : (
    <PriceFacts
      priceKopecks={value.priceKopecks}
      pricePerGbKopecks={value.pricePerGbKopecks ?? null}
      balanceKopecks={balance}
    />
  );
};
