import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DedicatedOrder } from '#shared/contract/dedicated.ts';
import { MAX_BOUGHT } from '#shared/domain/dedicated-limits.ts';
import { DEDICATED_BUY_PERIODS, IPV_VALUES, type Ipv } from '#shared/domain/limits.ts';
import { parseWholeNumber, wholeNumberProblems } from '#shared/domain/typed-number.ts';
import type { Problem } from '#shared/result.ts';
import { problemText } from '../../i18n/describe-error.ts';
import type { NamedClient } from '../../parts/clients/client-label.ts';
import { ClientSelect } from '../../parts/clients/client-select.tsx';
import { LivePrice, type OrderForm, OrderFrame, useLiveQuote } from '../../parts/purchases/order-frame.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { type Read, unreadable } from '../../ui/form/form-state.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { type ChosenCountry, CountryPicker } from './country-picker.tsx';

export interface DraftOrder {
  readonly ipv: Ipv;
  readonly country: ChosenCountry | null;
  /** The period in days. */
  readonly period: number;
  readonly typedCount: string;
  readonly client: NamedClient | null;
}

const countProblem = (typed: string): Problem | undefined => {
  const count = parseWholeNumber(typed);
  if (count === null) return wholeNumberProblems('count', typed, { min: 1, max: MAX_BOUGHT })[0];
  return count >= 1 && count <= MAX_BOUGHT
    ? undefined
    : { field: 'count', code: 'count-range', params: { max: MAX_BOUGHT } };
};

/** The values of the form at which problems with fields of other names are shown. */
export const BUY_KEYS = { countryCode: 'country', count: 'typedCount', clientId: 'client' } as const;

export const readProxiesOrder = ({ ipv, country, period, typedCount, client }: DraftOrder): Read<DedicatedOrder> => {
  const count = parseWholeNumber(typedCount);
  const wrongCount = countProblem(typedCount);
  const problems: Problem[] = [];
  if (country === null) problems.push({ field: 'countryCode', code: 'country-required' });
  if (wrongCount !== undefined) problems.push(wrongCount);
  if (country === null || count === null || wrongCount !== undefined) return unreadable(...problems);
  const clientId = client?.id ?? null;
  return { ok: true, value: { kind: 'dedicated', clientId, ipv, countryCode: country.code, period, count } };
};

/** Applies a change. If the new kind is not sold for the chosen period, the shortest available one replaces it. */
const changed = (draft: DraftOrder, part: Partial<DraftOrder>): DraftOrder => {
  const next = { ...draft, ...part };
  const sold = DEDICATED_BUY_PERIODS[next.ipv];
  return sold.includes(next.period) ? next : { ...next, period: sold[0] ?? next.period };
};

/** Chooses kind, country, period, number and client, and shows the current price. Nothing is bought here. */
export const BuyForm = ({ form }: { readonly form: OrderForm<DraftOrder> }) => {
  const { t } = useTranslation(['dedicated', 'purchases', 'common']);
  const { values: draft } = form;
  const order = readProxiesOrder(draft);
  const wrongCount = draft.typedCount === '' ? undefined : countProblem(draft.typedCount);
  // The client does not affect the price.
  const quote = useLiveQuote('dedicated.quote', order.ok ? { order: { ...order.value, clientId: null } } : null);
  const onChange = (part: Partial<DraftOrder>) => form.change((before) => changed(before, part));
  return (
    <OrderFrame price={<LivePrice quote={quote} hint={t('dedicated:buy.choose')} />} form={form}>
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
          error={form.problem('countryCode')}
        />
        <ChoiceField
          label={t('dedicated:buy.period')}
          error={form.problem('period')}
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
            error={form.problem('count') ?? (wrongCount === undefined ? undefined : problemText(wrongCount))}
            onChange={(typedCount) => onChange({ typedCount })}
          />
          <ClientSelect {...form.field('client')} />
        </div>
      </Stack>
    </OrderFrame>
  );
};
