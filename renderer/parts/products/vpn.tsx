import { Checkbox } from '@mantine/core';
import { IconCalendarPlus, IconShieldLock, IconShoppingCartPlus } from '@tabler/icons-react';
import { VPN_PERIODS, type VpnPeriod } from '#shared/domain/limits.ts';
import type { OrderOf } from '#shared/domain/products/rules.ts';
import { shortUuid, vpnPriceList } from '#shared/domain/products/vpn.ts';
import { call } from '../../bridge/desk.ts';
import { useWords, type Words } from '../../i18n/words.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { Fact } from '../../ui/fact.tsx';
import { unreadable } from '../../ui/form/form-state.ts';
import { Notice } from '../../ui/notice.tsx';
import { DaysBeforeField, readDaysBefore } from './days-before.tsx';
import type { BulkView, KindView, PriceText, ProductView, RecurringView, RenewalText } from './product-view.ts';

const monthsText = (count: number, { t }: Words): string => t('purchases:months', { count });

type BoughtMonths = Pick<
  KindView<OrderOf<'vpn-buy' | 'vpn-renew'>>,
  'goodsText' | 'goodsFact' | 'goodsAction' | 'handover' | 'periodUnit'
>;

const boughtMonths = {
  goodsText: ({ expiresAt }, { t, format }) =>
    expiresAt === null ? '' : t('purchases:outcome.paidUntil', { date: format.dateTime(expiresAt) }),
  goodsFact: ({ expiresAt }, _, { t, format }) => (
    <Fact name={t('purchases:detail.paidUntil')}>{expiresAt === null ? null : format.dateTime(expiresAt)}</Fact>
  ),
  goodsAction: null,
  handover: { uuid: ({ uuid }) => uuid, dedicated: false, action: null },
  periodUnit: 'months',
} as const satisfies BoughtMonths;

export const vpnBuyView: KindView<OrderOf<'vpn-buy'>> = {
  product: 'vpn',
  ...boughtMonths,
  orderText: ({ periodMonths }, words) => words.t('purchases:what.vpnBuy', { months: monthsText(periodMonths, words) }),
  confirmText: ({ periodMonths }, price, words) =>
    words.t('purchases:confirm.vpnBuy', { months: monthsText(periodMonths, words), price }),
  successText: null,
  extending: null,
};

export const vpnRenewView: KindView<OrderOf<'vpn-renew'>> = {
  product: 'vpn',
  ...boughtMonths,
  orderText: ({ uuid, periodMonths }, words) =>
    words.t('purchases:what.vpnRenew', { id: shortUuid(uuid), months: monthsText(periodMonths, words) }),
  confirmText: ({ periodMonths }, price, words) =>
    words.t('purchases:confirm.vpnRenew', { months: monthsText(periodMonths, words), price }),
  successText: ({ uuid, periodMonths }, price, words) =>
    words.t('purchases:outcome.renewed', { id: shortUuid(uuid), months: monthsText(periodMonths, words), price }),
  extending: {
    thingText: (uuid, { t }) => t('purchases:review.changed.subscription', { id: shortUuid(uuid) }),
    reread: ({ clientId }) => call('vpn.refresh', { clientId }),
  },
};

interface RenewalTerms {
  readonly months: VpnPeriod;
  /** A run renews only subscriptions that have ended or end within this many days; `null` for all. */
  readonly endingWithinDays: number | null;
  readonly daysBefore: string;
}

interface NewVpnTerms {
  readonly months: VpnPeriod;
  readonly skipsRunning: boolean;
}

export const newVpnView: BulkView<'vpn-buy', NewVpnTerms> = {
  takes: 'clients',
  forClients: { icon: IconShoppingCartPlus, isInMenu: true, label: ({ t }) => t('clients:bulk.buyVpn') },
  countOf: ({ clients }) => clients,
  runTitle: ({ clients: count, months }, words) =>
    words.t('runs:titles.vpnBuy', { count, months: monthsText(months, words) }),
  startText: (_, about, { t }) => t('runPurchases:actions.vpn-buy', about),
  targetColumn: null,
  bringsLinks: true,
  hasDatesOfCopy: false,
  newTerms: { months: 1, skipsRunning: true },
  termKeys: { periodMonths: 'months' },
  readPlan: ({ months, skipsRunning }, { ids }) => ({
    ok: true,
    value: { kind: 'vpn-buy', clientIds: [...ids], periodMonths: months, skipsRunning },
  }),
  PlanFields: ({ terms, onChange, problem }) => {
    const { t } = useWords();
    const targets = problem('targets');
    return (
      <>
        <ChoiceField
          label={t('runPurchases:fields.monthsNew')}
          error={problem('periodMonths')}
          value={terms.months}
          data={VPN_PERIODS.map((count) => ({ value: count, label: t('purchases:months', { count }) }))}
          onChange={(months) => onChange({ months })}
        />
        <Checkbox
          label={t('runPurchases:fields.skipsRunning')}
          checked={terms.skipsRunning}
          onChange={(event) => onChange({ skipsRunning: event.currentTarget.checked })}
        />
        {targets === undefined ? null : <Notice tone="bad">{targets}</Notice>}
      </>
    );
  },
};

const WITHIN = [3, 7, 14, 30, null] as const;

export const renewalView: RecurringView<'vpn-renew', RenewalTerms> = {
  takes: 'clients',
  hasEnd: true,
  forClients: { icon: IconCalendarPlus, isInMenu: false, label: ({ t }) => t('clients:bulk.renewVpn') },
  countOf: ({ subscriptions }) => subscriptions,
  runTitle: ({ subscriptions: count, months }, words) =>
    words.t('runs:titles.vpnRenew', { count, months: monthsText(months, words) }),
  startText: (_, about, { t }) => t('runPurchases:actions.vpn-renew', about),
  actionText: ({ periodMonths: count, daysBefore }, { t }) =>
    t('standing:actions.vpn-renew', { count, days: t('purchases:days', { count: daysBefore }) }),
  targetColumn: { header: ({ t }) => t('runPurchases:columns.subscription'), width: 110, text: shortUuid },
  bringsLinks: true,
  hasDatesOfCopy: false,
  newTerms: { months: 1, endingWithinDays: 7, daysBefore: '3' },
  termKeys: { periodMonths: 'months' },
  termsOf: ({ periodMonths, daysBefore }) => ({ months: periodMonths, daysBefore: String(daysBefore) }),
  readAction: ({ months, daysBefore: typed }) => {
    const read = readDaysBefore(typed);
    if (!read.ok) return unreadable(...read.problems);
    return { ok: true, value: { kind: 'vpn-renew', periodMonths: months, daysBefore: read.value } };
  },
  readPlan: ({ months, endingWithinDays }, { ids, only }) => {
    const terms = { kind: 'vpn-renew' as const, clientIds: [...ids], periodMonths: months };
    return only === undefined
      ? { ok: true, value: { ...terms, endingWithinDays } }
      : { ok: true, value: { ...terms, endingWithinDays: null, only: [...only] } };
  },
  priced: ({ months }) => ({ kind: 'vpn-renew', periodMonths: months }),
  PlanFields: ({ terms, onChange, problem, hasChosenTargets }) => {
    const { t } = useWords();
    const targets = problem('targets');
    return (
      <>
        <ChoiceField
          label={t('runPurchases:fields.months')}
          error={problem('periodMonths')}
          value={terms.months}
          data={VPN_PERIODS.map((count) => ({ value: count, label: t('purchases:months', { count }) }))}
          onChange={(months) => onChange({ months })}
        />
        {!hasChosenTargets ? (
          <ChoiceField
            label={t('runPurchases:fields.within')}
            error={targets}
            value={String(terms.endingWithinDays)}
            data={WITHIN.map((count) => ({
              value: String(count),
              label: count === null ? t('runs:run.views.all') : t('purchases:days', { count }),
            }))}
            onChange={(value) => onChange({ endingWithinDays: WITHIN.find((one) => String(one) === value) ?? null })}
          />
        ) : targets === undefined ? null : (
          <Notice tone="bad">{targets}</Notice>
        )}
      </>
    );
  },
  ActionFields: ({ terms, onChange, problem }) => {
    const { t } = useWords();
    return (
      <>
        <ChoiceField
          label={t('standing:form.months')}
          error={problem('periodMonths')}
          value={terms.months}
          data={VPN_PERIODS.map((count) => ({ value: count, label: t('purchases:months', { count }) }))}
          onChange={(months) => onChange({ months })}
        />
        <DaysBeforeField terms={terms} onChange={onChange} problem={problem} />
      </>
    );
  },
};

/** Names a subscription in the price list. */
const vpnPriceText: PriceText = (key, words) => {
  const priced = vpnPriceList.parse(key);
  return priced === null ? null : words.t('purchases:what.vpnBuy', { months: monthsText(priced.months, words) });
};

export const vpnProductView: ProductView = {
  icon: IconShieldLock,
  colour: { light: '#6b3fa8', dark: '#c4a8f0' },
  priceText: vpnPriceText,
};

/** Names renewals in the forecast of the overview. */
export const vpnRenewalText: RenewalText<'vpn'> = ({ months }, words) =>
  words.t('overview:renewals.vpn', { period: monthsText(months, words) });
