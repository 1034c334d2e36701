import { IconArrowsTransferUpDown, IconShoppingCart, IconWand } from '@tabler/icons-react';
import type { OrderOf } from '#shared/domain/products/rules.ts';
import { parseTrafficGb, trafficPriceList } from '#shared/domain/products/traffic.ts';
import type { Problem } from '#shared/result.ts';
import { problemText } from '../../i18n/describe-error.ts';
import { useWords } from '../../i18n/words.ts';
import { go } from '../../nav/router.ts';
import { Fact } from '../../ui/fact.tsx';
import { unreadable } from '../../ui/form/form-state.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { typedNumber } from '../../ui/typed-number-text.ts';
import type { KindView, PriceText, ProductView, RecurringView } from './product-view.ts';
import { type TrafficChoice, TrafficFields } from './traffic-fields.tsx';

export const trafficView: KindView<OrderOf<'traffic'>> = {
  product: 'traffic',
  orderText: ({ gb, poolType }, { t, format }) =>
    t('purchases:what.traffic', { gb: format.gb(gb), pool: t(`premium:poolsInline.${poolType}`) }),
  confirmText: ({ gb, poolType }, price, { t, format }) =>
    t('purchases:confirm.traffic', { gb: format.gb(gb), pool: t(`premium:poolsInline.${poolType}`), price }),
  successText: null,
  goodsText: ({ trafficGb }, { t, format }) =>
    trafficGb === null ? '' : t('purchases:outcome.nowInPool', { gb: format.gb(trafficGb) }),
  goodsFact: ({ trafficGb }, _, { t, format }) => (
    <Fact name={t('purchases:detail.got')}>{trafficGb === null ? null : format.gb(trafficGb)}</Fact>
  ),
  goodsAction: null,
  handover: {
    uuid: () => null,
    dedicated: false,
    action: ({ clientId }, { t }) => ({
      icon: IconWand,
      label: t('clients:generate'),
      leaves: true,
      run: () => go('generator', { clientId }),
    }),
  },
  extending: null,
  periodUnit: 'days',
};

interface TopUpTerms extends TrafficChoice {
  readonly belowGb: string;
}

/** The problem with a typed amount, at the field of the terms. */
const amountProblem = (field: 'gb' | 'belowGb', typed: string): readonly Problem[] => {
  const read = parseTrafficGb(typed);
  if (read.ok) return [];
  return [{ field, code: read.code, ...(read.params === undefined ? {} : { params: read.params }) }];
};

export const topUpView: RecurringView<'traffic', TopUpTerms> = {
  takes: 'clients',
  hasEnd: false,
  forClients: { icon: IconShoppingCart, isInMenu: false, label: ({ t }) => t('clients:bulk.buyTraffic') },
  countOf: ({ clients }) => clients,
  runTitle: ({ clients, gb, poolType }, { t, format }) =>
    t('runs:titles.traffic', { count: clients, gb: format.gb(gb), pool: t(`premium:poolsInline.${poolType}`) }),
  startText: ({ gb }, about, { t, format }) => t('runPurchases:actions.traffic', { ...about, gb: format.gb(gb) }),
  actionText: ({ poolType, gb, belowGb }, { t, format }) => {
    const pool = t(`premium:poolsInline.${poolType}`);
    return t('standing:actions.traffic', { gb: format.gb(gb), below: format.gb(belowGb), pool });
  },
  targetColumn: null,
  bringsLinks: false,
  hasDatesOfCopy: false,
  newTerms: { poolType: 'residential', typedGb: '', belowGb: '' },
  termKeys: { gb: 'typedGb' },
  termsOf: ({ poolType, gb, belowGb }, language) => ({
    poolType,
    typedGb: typedNumber(gb, language),
    belowGb: typedNumber(belowGb, language),
  }),
  readAction: ({ poolType, typedGb, belowGb: typedBelow }) => {
    const [gb, belowGb] = [parseTrafficGb(typedGb), parseTrafficGb(typedBelow)];
    if (gb.ok && belowGb.ok) return { ok: true, value: { kind: 'traffic', poolType, gb: gb.gb, belowGb: belowGb.gb } };
    return unreadable(...amountProblem('gb', typedGb), ...amountProblem('belowGb', typedBelow));
  },
  readPlan: ({ poolType, typedGb }, { ids }) => {
    const read = parseTrafficGb(typedGb);
    if (!read.ok) return unreadable(...amountProblem('gb', typedGb));
    return { ok: true, value: { kind: 'traffic', clientIds: [...ids], poolType, gb: read.gb } };
  },
  priced: ({ poolType, typedGb }) => {
    const read = parseTrafficGb(typedGb);
    return read.ok ? { kind: 'traffic', poolType, gb: read.gb } : null;
  },
  PlanFields: ({ terms, onChange, problem }) => {
    const { t } = useWords();
    const [typed] = terms.typedGb.trim() === '' ? [] : amountProblem('gb', terms.typedGb);
    return (
      <TrafficFields
        choice={terms}
        onChange={onChange}
        gbLabel={t('runPurchases:fields.gbEach')}
        error={problem('gb') ?? (typed === undefined ? problem('targets') : problemText(typed))}
        w={280}
      />
    );
  },
  ActionFields: ({ terms, onChange, problem }) => {
    const { t } = useWords();
    return (
      <>
        <TrafficFields choice={terms} onChange={onChange} gbLabel={t('standing:form.gb')} error={problem('gb')} />
        <NumberField
          label={t('standing:form.belowGb')}
          decimal
          value={terms.belowGb}
          onChange={(belowGb) => onChange({ belowGb })}
          error={problem('belowGb')}
        />
      </>
    );
  },
};

/** Names one GB of a pool in the price list. */
const trafficPriceText: PriceText = (key, { t }) => {
  const priced = trafficPriceList.parse(key);
  return priced === null ? null : t('sales:products.traffic', { pool: t(`premium:pools.${priced.poolType}`) });
};

export const trafficProductView: ProductView = {
  icon: IconArrowsTransferUpDown,
  colour: { light: '#0b6769', dark: '#6fcbcd' },
  priceText: trafficPriceText,
};
