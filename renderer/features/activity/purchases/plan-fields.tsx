import { useTranslation } from 'react-i18next';
import type { PurchasesInput } from '#shared/contract/runs.ts';
import { DEDICATED_PROLONG_PERIODS, VPN_PERIODS, type VpnPeriod } from '#shared/domain/limits.ts';
import { parseTrafficGb } from '#shared/domain/products/traffic.ts';
import { problemText } from '../../../i18n/describe-error.ts';
import { type TrafficChoice, TrafficFields } from '../../../parts/premium/traffic-fields.tsx';
import type { PurchasesDraft } from '../../../parts/runs/draft-store.ts';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import { type Read, unreadable } from '../../../ui/form/form-state.ts';
import { Notice } from '../../../ui/notice.tsx';

/** Holds the fields of all kinds, so that one form state serves each of them. */
export interface PlanChoice extends TrafficChoice {
  readonly months: VpnPeriod;
  readonly endingWithinDays: number | null;
  readonly days: number;
}

/** The terms with which the form of a plan begins. */
export const firstChoice = ({ poolType }: Pick<PurchasesDraft, 'poolType'>): PlanChoice => ({
  months: 1,
  endingWithinDays: 7,
  days: 30,
  poolType: poolType ?? 'residential',
  typedGb: '',
});

const WITHIN = [3, 7, 14, 30, null] as const;

/** The values that hold the problems of other fields. A problem of the targets may be due to any of them. */
export const PLAN_KEYS = {
  gb: 'typedGb',
  periodMonths: 'months',
  period: 'days',
  targets: ['months', 'endingWithinDays', 'days', 'poolType', 'typedGb'],
} as const;

export const readPlan = ({ kind, ids, only }: PurchasesDraft, choice: PlanChoice): Read<PurchasesInput> => {
  switch (kind) {
    case 'vpn-renew': {
      const { months, endingWithinDays } = choice;
      const value = { kind, clientIds: [...ids], periodMonths: months };
      return only === undefined
        ? { ok: true, value: { ...value, endingWithinDays } }
        : { ok: true, value: { ...value, endingWithinDays: null, only: [...only] } };
    }
    case 'dedicated-prolong':
      return { ok: true, value: { kind, proxyIds: [...ids], period: choice.days } };
    case 'traffic': {
      const parsed = parseTrafficGb(choice.typedGb);
      if (!parsed.ok) return unreadable({ field: 'gb', ...parsed });
      return { ok: true, value: { kind, clientIds: [...ids], poolType: choice.poolType, gb: parsed.gb } };
    }
  }
};

interface PlanFieldsProps {
  readonly draft: Pick<PurchasesDraft, 'kind' | 'only'>;
  readonly choice: PlanChoice;
  readonly onChange: (choice: PlanChoice) => void;
  readonly problem: (field: string) => string | undefined;
}

/** The terms of a run of purchases, which are the same for each client or proxy. */
export const PlanFields = ({ draft, choice, onChange, problem }: PlanFieldsProps) => {
  const { t } = useTranslation(['runPurchases', 'purchases', 'runs']);
  const targets = problem('targets');
  switch (draft.kind) {
    case 'vpn-renew':
      return (
        <>
          <ChoiceField
            label={t('runPurchases:fields.months')}
            error={problem('periodMonths')}
            value={choice.months}
            data={VPN_PERIODS.map((count) => ({ value: count, label: t('purchases:months', { count }) }))}
            onChange={(months) => onChange({ ...choice, months })}
          />
          {draft.only === undefined ? (
            <ChoiceField
              label={t('runPurchases:fields.within')}
              error={problem('targets')}
              value={String(choice.endingWithinDays)}
              data={WITHIN.map((count) => ({
                value: String(count),
                label: count === null ? t('runs:run.views.all') : t('purchases:days', { count }),
              }))}
              onChange={(value) =>
                onChange({ ...choice, endingWithinDays: WITHIN.find((one) => String(one) === value) ?? null })
              }
            />
          ) : targets === undefined ? null : (
            <Notice tone="bad">{targets}</Notice>
          )}
        </>
      );
    case 'dedicated-prolong':
      return (
        <ChoiceField
          label={t('runPurchases:fields.days')}
          error={targets ?? problem('period')}
          value={choice.days}
          data={DEDICATED_PROLONG_PERIODS.map((count) => ({ value: count, label: t('purchases:days', { count }) }))}
          onChange={(days) => onChange({ ...choice, days })}
        />
      );
    case 'traffic': {
      const parsed = parseTrafficGb(choice.typedGb);
      const typed = parsed.ok || choice.typedGb.trim() === '' ? undefined : problemText({ field: 'gb', ...parsed });
      return (
        <TrafficFields
          choice={choice}
          onChange={(change) => onChange({ ...choice, ...change })}
          gbLabel={t('runPurchases:fields.gbEach')}
          error={problem('gb') ?? typed ?? targets}
          w={280}
        />
      );
    }
  }
};
