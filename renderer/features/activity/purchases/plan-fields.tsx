import { useTranslation } from 'react-i18next';
import type { PurchasesInput } from '#shared/contract/runs.ts';
import { DEDICATED_PROLONG_PERIODS, VPN_PERIODS, type VpnPeriod } from '#shared/domain/limits.ts';
import { parseTrafficGb } from '#shared/domain/traffic-amount.ts';
import type { AppError } from '#shared/result.ts';
import { fieldProblem, problemText } from '../../../i18n/describe-error.ts';
import { type TrafficChoice, TrafficFields } from '../../../parts/premium/traffic-fields.tsx';
import type { PurchasesDraft } from '../../../parts/runs/draft-store.ts';
import { ChoiceField } from '../../../ui/choice-field.tsx';
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

/** `null` while a field is missing. */
export const inputOf = ({ kind, ids, only }: PurchasesDraft, choice: PlanChoice): PurchasesInput | null => {
  switch (kind) {
    case 'vpn-renew': {
      const { months, endingWithinDays } = choice;
      if (only === undefined) return { kind, clientIds: [...ids], periodMonths: months, endingWithinDays };
      return { kind, clientIds: [...ids], periodMonths: months, endingWithinDays: null, only: [...only] };
    }
    case 'dedicated-prolong':
      return { kind, proxyIds: [...ids], period: choice.days };
    case 'traffic': {
      const gb = parseTrafficGb(choice.typedGb);
      return gb.ok ? { kind, clientIds: [...ids], poolType: choice.poolType, gb: gb.gb } : null;
    }
  }
};

interface PlanFieldsProps {
  readonly draft: Pick<PurchasesDraft, 'kind' | 'only'>;
  readonly choice: PlanChoice;
  readonly onChange: (choice: PlanChoice) => void;
  readonly error: AppError | undefined;
}

/** The terms of a run of purchases, which are the same for each client or proxy. */
export const PlanFields = ({ draft, choice, onChange, error }: PlanFieldsProps) => {
  const { t } = useTranslation(['runPurchases', 'purchases', 'runs']);
  const targets = fieldProblem(error, 'targets');
  switch (draft.kind) {
    case 'vpn-renew':
      return (
        <>
          <ChoiceField
            label={t('runPurchases:fields.months')}
            error={fieldProblem(error, 'periodMonths')}
            value={choice.months}
            data={VPN_PERIODS.map((count) => ({ value: count, label: t('purchases:months', { count }) }))}
            onChange={(months) => onChange({ ...choice, months })}
          />
          {draft.only === undefined ? (
            <ChoiceField
              label={t('runPurchases:fields.within')}
              error={fieldProblem(error, 'targets')}
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
          error={fieldProblem(error, targets === undefined ? 'period' : 'targets')}
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
          error={typed ?? fieldProblem(error, 'gb') ?? targets}
          w={280}
        />
      );
    }
  }
};
