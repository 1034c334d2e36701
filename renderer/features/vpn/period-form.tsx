import { Radio, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { VPN_PERIODS, type VpnPeriod } from '#shared/domain/limits.ts';
import { useNoService } from '../../bridge/service-gap.ts';
import { type Query, useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { LivePrice, type OrderForm, OrderFrame } from '../../parts/purchases/order-frame.tsx';
import { ChoiceRow } from '../../ui/choice-row.tsx';

export interface PeriodChoice {
  readonly periodMonths: VpnPeriod;
}

interface PeriodFormProps {
  /** A form whose choices include the period. */
  readonly form: Pick<OrderForm<PeriodChoice>, 'ref' | 'error' | 'busy' | 'order' | 'cancel' | 'problem'> & {
    readonly values: PeriodChoice;
    readonly change: (part: PeriodChoice) => void;
  };
  /** The subscription that is renewed. */
  readonly children?: ReactNode;
}

type Quote = Query<{ readonly priceKopecks: number }>;

const useQuotes = (noService: boolean): Readonly<Record<VpnPeriod, Quote>> => {
  const of = (periodMonths: VpnPeriod) => (noService ? null : { periodMonths });
  return {
    1: useQuery('vpn.quote', of(1)),
    3: useQuery('vpn.quote', of(3)),
    6: useQuery('vpn.quote', of(6)),
    12: useQuery('vpn.quote', of(12)),
  };
};

/** Chooses one of four periods, and shows their prices and the remaining balance. Nothing is bought here. */
export const PeriodForm = ({ form, children }: PeriodFormProps) => {
  const { t } = useTranslation(['vpn', 'purchases']);
  const noService = useNoService();
  const period = form.values.periodMonths;
  const quotes = useQuotes(noService);
  const chosen = quotes[period];
  return (
    <OrderFrame price={<LivePrice quote={{ ...chosen, waiting: chosen.loading }} hint="" />} form={form}>
      {children}
      <Radio.Group
        label={t('vpn:period')}
        value={String(period)}
        error={form.problem('periodMonths')}
        onChange={(value) => {
          const found = VPN_PERIODS.find((one) => String(one) === value);
          if (found !== undefined) form.change({ periodMonths: found });
        }}
      >
        <Stack gap={0} mt={4}>
          {VPN_PERIODS.map((one) => (
            <ChoiceRow key={one}>
              <Radio
                value={String(one)}
                label={t('purchases:months', { count: one })}
                {...(one === period ? { 'data-autofocus': true } : {})}
              />
              <PeriodPrice quote={quotes[one]} />
            </ChoiceRow>
          ))}
        </Stack>
      </Radio.Group>
    </OrderFrame>
  );
};

const PeriodPrice = ({ quote }: { readonly quote: Quote }) => {
  const format = useFormat();
  return (
    <span className={quote.value === undefined ? 'dim' : undefined}>
      {quote.value === undefined ? (quote.loading ? '…' : '—') : format.roubles(quote.value.priceKopecks)}
    </span>
  );
};
