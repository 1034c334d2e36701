import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProcedureInput } from '#shared/contract/index.ts';
import type { AppError } from '#shared/result.ts';
import { useActiveAccount } from '../../bridge/accounts-store.ts';
import { useNoService } from '../../bridge/service-gap.ts';
import { type Query, useQuery } from '../../bridge/use-query.ts';
import { fieldProblem } from '../../i18n/describe-error.ts';
import { DialogFoot } from '../../ui/dialog-foot.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Form } from '../../ui/form.tsx';
import { ServiceButton } from '../../ui/service-hint.tsx';
import { PriceFacts } from './price-facts.tsx';
import styles from './purchase-dialog.module.css';

interface OrderFrameProps {
  /** The fields of the order. */
  readonly children: ReactNode;
  /** The price so far. */
  readonly price: ReactNode;
  /** Why the last order was not accepted. A problem with one of `fields` stands at its field. */
  readonly error: AppError | undefined;
  readonly fields?: readonly string[];
  readonly busy: boolean;
  /** The order cannot be continued at all. Otherwise a press says what is still missing. */
  readonly disabled?: boolean;
  /** Called for every press of the button or Enter, even if the order is incomplete. */
  readonly onTry?: () => void;
  /** Continues with the order; `null` while it is incomplete. */
  readonly order: (() => void) | null;
  readonly onCancel: () => void;
  /** Cancel gets the focus first, because there is nothing to type. */
  readonly focusCancel?: boolean;
  readonly formRef?: RefObject<HTMLFormElement | null>;
}

/** The frame of every order form: the price, a refusal, and the button to continue, which needs the service. */
export const OrderFrame = (props: OrderFrameProps) => {
  const { error, fields = [], busy, order, disabled = false } = props;
  const { t } = useTranslation(['common', 'purchases']);
  const noService = useNoService();
  const onSubmit = () => {
    props.onTry?.();
    if (!noService && !busy && !disabled) order?.();
  };
  const isFieldError = fields.some((field) => fieldProblem(error, field) !== undefined);
  return (
    <Form ref={props.formRef} className="" onSubmit={onSubmit}>
      {props.children}
      <div className={styles.orderPrice} aria-live="polite">
        {props.price}
      </div>
      {error === undefined || isFieldError ? null : <ErrorNotice apart error={error} />}
      <DialogFoot>
        <Button {...(props.focusCancel === true ? { 'data-autofocus': true } : {})} onClick={props.onCancel}>
          {t('actions.cancel')}
        </Button>
        <ServiceButton type="submit" variant="filled" loading={busy} disabled={disabled}>
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
