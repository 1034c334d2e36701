import { IconCopy, IconServer2 } from '@tabler/icons-react';
import i18next from 'i18next';
import type { StandingTargets } from '#shared/contract/standing.ts';
import { countryName } from '#shared/domain/country-name.ts';
import { DEDICATED_PROLONG_PERIODS } from '#shared/domain/limits.ts';
import { dedicatedPriceList } from '#shared/domain/products/dedicated.ts';
import type { OrderOf } from '#shared/domain/products/rules.ts';
import { useWords, type Words } from '../../i18n/words.ts';
import type { MenuAction } from '../../nav/chosen-store.ts';
import { go } from '../../nav/router.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { Fact } from '../../ui/fact.tsx';
import { unreadable } from '../../ui/form/form-state.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { doneToast } from '../../ui/undo-toast.tsx';
import { DaysBeforeField, readDaysBefore } from './days-before.tsx';
import type { KindView, PriceText, ProductView, RecurringView, RenewalText } from './product-view.ts';

const showProxies = (purchaseId: number): void => go('dedicated', { filter: { purchaseId } });

const showAction = (purchaseId: number, { t }: Words): MenuAction => ({
  icon: IconServer2,
  label: t('purchases:menu.showProxies'),
  run: () => showProxies(purchaseId),
});

/** Copies just the proxies of one purchase. */
const copyBought = async (purchaseId: number): Promise<void> => {
  const sort = { by: 'expiresAt', direction: 'asc' } as const;
  const found = await callOrTell('dedicated.ids', { filter: { purchaseId }, sort });
  if (found === undefined) return;
  const copied = await callOrTell('dedicated.copy', { proxyIds: found.ids, formatId: 1 });
  if (copied !== undefined) doneToast(i18next.t('dedicated:done.copiedSecret', { count: copied.lines }));
};

interface ProxiesProps {
  readonly count: number;
  readonly purchaseId: number;
}

const Proxies = ({ count, purchaseId }: ProxiesProps) => {
  const { t } = useWords();
  return <TextLink onGo={() => showProxies(purchaseId)}>{t('dedicated:count', { count })}</TextLink>;
};

export const dedicatedView: KindView<OrderOf<'dedicated'>> = {
  product: 'dedicated',
  orderText: ({ count, ipv, countryCode, period }, { t, format }) =>
    t('purchases:what.dedicated', {
      count,
      ipv: t(`purchases:ipv.ipv${ipv}`),
      country: format.country(countryCode),
      days: t('purchases:days', { count: period }),
    }),
  confirmText: (order, price, words) =>
    words.t('purchases:confirm.dedicated', { what: dedicatedView.orderText(order, words), price }),
  successText: null,
  goodsText: () => '',
  goodsFact: ({ received, incomplete }, purchaseId, { t }) => (
    <Fact name={t('ledger:received')}>
      <Proxies count={received} purchaseId={purchaseId} />
      {incomplete === 0 ? null : ` (${t('ledger:incomplete', { count: incomplete })})`}
    </Fact>
  ),
  goodsAction: showAction,
  handover: {
    uuid: () => null,
    dedicated: true,
    action: ({ id }, { t }) => ({
      icon: IconCopy,
      label: t('purchases:handOver.copyProxies'),
      leaves: false,
      run: () => void copyBought(id),
    }),
  },
  extending: null,
  periodUnit: 'days',
};

const prolongValues = ({ serviceIds, period }: OrderOf<'dedicated-prolong'>, { t }: Words) => ({
  count: serviceIds.length,
  days: t('purchases:days', { count: period }),
});

export const prolongView: KindView<OrderOf<'dedicated-prolong'>> = {
  product: 'dedicated',
  orderText: (order, words) => words.t('purchases:what.prolong', prolongValues(order, words)),
  confirmText: (order, price, words) => words.t('purchases:confirm.prolong', { ...prolongValues(order, words), price }),
  successText: (order, price, words) =>
    words.t('purchases:outcome.prolonged', { ...prolongValues(order, words), price }),
  goodsText: () => '',
  goodsFact: ({ items }, purchaseId, { t }) => (
    <Fact name={t('ledger:prolonged')}>
      <Proxies count={items.length} purchaseId={purchaseId} />
    </Fact>
  ),
  goodsAction: showAction,
  handover: { uuid: () => null, dedicated: true, action: null },
  extending: {
    thingText: (id, { t }) => t('purchases:review.changed.proxy', { id }),
    // No endpoint lists proxies.
    reread: async () => undefined,
  },
  periodUnit: 'days',
};

interface ProlongTerms {
  readonly days: number;
  readonly daysBefore: string;
}

const isNobody = (targets: StandingTargets): boolean => {
  switch (targets.of) {
    case 'clients':
      return targets.clientIds.length === 0;
    case 'tag':
      return targets.tag === '';
    case 'proxies':
      return targets.proxyIds.length === 0;
  }
};

export const prolongationView: RecurringView<'dedicated-prolong', ProlongTerms> = {
  takes: 'proxies',
  hasEnd: true,
  forClients: null,
  countOf: ({ proxies }) => proxies,
  runTitle: ({ proxies: count, days }, { t }) =>
    t('runs:titles.prolong', { count, days: t('purchases:days', { count: days }) }),
  startText: (_, about, { t }) => t('runPurchases:actions.dedicated-prolong', about),
  actionText: ({ period: count, daysBefore }, { t }) =>
    t('standing:actions.dedicated-prolong', { count, days: t('purchases:days', { count: daysBefore }) }),
  targetColumn: { header: ({ t }) => t('common:words.proxy'), width: 170, text: (address) => address },
  bringsLinks: false,
  hasDatesOfCopy: true,
  newTerms: { days: 30, daysBefore: '3' },
  termKeys: { period: 'days' },
  termsOf: ({ period, daysBefore }) => ({ days: period, daysBefore: String(daysBefore) }),
  readAction: ({ days, daysBefore: typed }) => {
    const read = readDaysBefore(typed);
    if (!read.ok) return unreadable(...read.problems);
    return { ok: true, value: { kind: 'dedicated-prolong', period: days, daysBefore: read.value } };
  },
  readPlan: ({ days }, { ids }) => ({
    ok: true,
    value: { kind: 'dedicated-prolong', proxyIds: [...ids], period: days },
  }),
  priced: ({ days }, targets) => (isNobody(targets) ? null : { kind: 'dedicated-prolong', period: days, targets }),
  PlanFields: ({ terms, onChange, problem }) => {
    const { t } = useWords();
    return (
      <ChoiceField
        label={t('runPurchases:fields.days')}
        error={problem('targets') ?? problem('period')}
        value={terms.days}
        data={DEDICATED_PROLONG_PERIODS.map((count) => ({ value: count, label: t('purchases:days', { count }) }))}
        onChange={(days) => onChange({ days })}
      />
    );
  },
  ActionFields: ({ terms, onChange, problem }) => {
    const { t } = useWords();
    return (
      <>
        <ChoiceField
          label={t('standing:form.days')}
          error={problem('period')}
          value={terms.days}
          data={DEDICATED_PROLONG_PERIODS.map((count) => ({ value: count, label: String(count) }))}
          onChange={(days) => onChange({ days })}
        />
        <DaysBeforeField terms={terms} onChange={onChange} problem={problem} />
      </>
    );
  },
};

/** Names one proxy for a number of days in the price list. */
const dedicatedPriceText: PriceText = (key, { t, language }) => {
  const priced = dedicatedPriceList.parse(key);
  if (priced === null) return null;
  const { ipv, countryCode, days } = priced;
  const country =
    countryCode === null
      ? t('sales:products.anyCountry')
      : countryName(countryCode, countryCode.toUpperCase(), language);
  return t('sales:products.dedicated', {
    ipv: t(`purchases:ipv.ipv${ipv}`),
    country,
    days: t('purchases:days', { count: days }),
  });
};

export const dedicatedProductView: ProductView = {
  icon: IconServer2,
  colour: { light: '#97336d', dark: '#e79fc8' },
  priceText: dedicatedPriceText,
};

/** Names renewals in the forecast of the overview. */
export const proxyRenewalText: RenewalText<'dedicated'> = ({ countryCode, days }, { t, format }) =>
  t('overview:renewals.proxy', { country: format.country(countryCode), period: t('purchases:days', { count: days }) });
