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
  /** What is chosen. */
  readonly children: ReactNode;
  /** What it costs so far. */
  readonly price: ReactNode;
  /** Of the last order that was not taken; a problem of one of `fields` stands at its field. */
  readonly error: AppError | undefined;
  readonly fields?: readonly string[];
  readonly busy: boolean;
  /** Nothing can be gone on with. Without it a press says what is still wrong. */
  readonly disabled?: boolean;
  /** Every press of the button or of Enter, whether the order is complete or not. */
  readonly onTry?: () => void;
  /** Goes on with the order; `null` while it is not complete. */
  readonly order: (() => void) | null;
  readonly onCancel: () => void;
  /** Cancel has the focus at first: there is nothing to type. */
  readonly focusCancel?: boolean;
  readonly formRef?: RefObject<HTMLFormElement | null>;
}

/** The frame of every form that orders something: price, refusal, and the way on, which needs the network. */
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

/** Procedures that tell a price without an agreement to it. */
type QuoteName = 'premium.quote' | 'dedicated.quote';

/** The price of an order that may still change; nothing is asked while it does. `null`: nothing to ask for yet. */
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
  /** What has to be chosen first, while nothing is asked for. */
  readonly hint: string;
}

/** What it costs and what is left after it, while the order is still being put together. */
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
