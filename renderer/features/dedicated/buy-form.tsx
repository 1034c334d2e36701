import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DedicatedOrder } from '#shared/contract/dedicated.ts';
import { MAX_BOUGHT } from '#shared/domain/dedicated-limits.ts';
import { DEDICATED_BUY_PERIODS, IPV_VALUES, type Ipv } from '#shared/domain/limits.ts';
import { parseWholeNumber, wholeNumberProblems } from '#shared/domain/typed-number.ts';
import type { AppError, Problem } from '#shared/result.ts';
import { fieldProblem, problemText } from '../../i18n/describe-error.ts';
import type { NamedClient } from '../../parts/clients/client-label.ts';
import { ClientSelect } from '../../parts/clients/client-select.tsx';
import { LivePrice, OrderFrame, useLiveQuote } from '../../parts/purchases/order-frame.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { useProblemFocus } from '../../ui/use-problem-focus.ts';
import { type ChosenCountry, CountryPicker } from './country-picker.tsx';

export interface DraftOrder {
  readonly ipv: Ipv;
  readonly country: ChosenCountry | null;
  /** The period in days. */
  readonly period: number;
  readonly typedCount: string;
  readonly client: NamedClient | null;
}

interface BuyFormProps {
  readonly draft: DraftOrder;
  readonly onChange: (part: Partial<DraftOrder>) => void;
  readonly busy: boolean;
  readonly error: AppError | undefined;
  readonly onOrder: (order: DedicatedOrder) => void;
  readonly onCancel: () => void;
}

const countProblem = (typed: string): Problem | undefined => {
  const count = parseWholeNumber(typed);
  if (count === null) return wholeNumberProblems('count', typed, { min: 1, max: MAX_BOUGHT })[0];
  return count >= 1 && count <= MAX_BOUGHT
    ? undefined
    : { field: 'count', code: 'count-range', params: { max: MAX_BOUGHT } };
};

const orderOf = ({ ipv, country, period, typedCount, client }: DraftOrder): DedicatedOrder | null => {
  const count = parseWholeNumber(typedCount);
  if (country === null || count === null || countProblem(typedCount) !== undefined) return null;
  return { kind: 'dedicated', clientId: client?.id ?? null, ipv, countryCode: country.code, period, count };
};

/** Chooses kind, country, period, number and client, and shows the current price. Nothing is bought here. */
export const BuyForm = ({ draft, onChange, busy, error, onOrder, onCancel }: BuyFormProps) => {
  const { t } = useTranslation(['dedicated', 'purchases', 'common']);
  const [isTouched, setTouched] = useState(false);
  const { form, show: showProblems } = useProblemFocus();
  const order = orderOf(draft);
  const wrongCount = draft.typedCount === '' && !isTouched ? undefined : countProblem(draft.typedCount);
  // The client does not affect the price.
  const quote = useLiveQuote('dedicated.quote', order === null ? null : { order: { ...order, clientId: null } });
  const onTry = () => {
    setTouched(true);
    if (order === null) showProblems();
  };
  const noCountry = isTouched && draft.country === null;
  return (
    <OrderFrame
      formRef={form}
      price={<LivePrice quote={quote} hint={t('dedicated:buy.choose')} />}
      error={error}
      fields={['countryCode', 'period', 'count']}
      busy={busy}
      onTry={onTry}
      order={order === null ? null : () => onOrder(order)}
      onCancel={onCancel}
    >
      <Stack gap={14}>
        <ChoiceField
          label={t('common:words.kind')}
          value={draft.ipv}
          data={IPV_VALUES.map((ipv) => ({ value: ipv, label: t(`dedicated:kinds.ipv${ipv}`) }))}
          // Each kind is sold in other countries.
          onChange={(ipv) => onChange({ ipv, country: null })}
        />
        <CountryPicker
          key={draft.ipv}
          ipv={draft.ipv}
          value={draft.country}
          wanted={parseWholeNumber(draft.typedCount) ?? 0}
          onChange={(country) => onChange({ country })}
          error={
            noCountry
              ? problemText({ field: 'countryCode', code: 'country-required' })
              : fieldProblem(error, 'countryCode')
          }
        />
        <ChoiceField
          label={t('dedicated:buy.period')}
          error={fieldProblem(error, 'period')}
          value={draft.period}
          data={DEDICATED_BUY_PERIODS[draft.ipv].map((days) => ({
            value: days,
            label: t('purchases:days', { count: days }),
          }))}
          onChange={(period) => onChange({ period })}
        />
        <div className="pair">
          <NumberField
            label={t('dedicated:buy.number')}
            value={draft.typedCount}
            min={1}
            max={MAX_BOUGHT}
            error={wrongCount === undefined ? fieldProblem(error, 'count') : problemText(wrongCount)}
            onChange={(typedCount) => onChange({ typedCount })}
          />
          <ClientSelect value={draft.client} onChange={(client) => onChange({ client })} error={undefined} />
        </div>
      </Stack>
    </OrderFrame>
  );
};
