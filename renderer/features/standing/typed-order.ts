import type { ProcedureInput } from '#shared/contract/index.ts';
import type { StandingAction, StandingOrder, StandingTargets } from '#shared/contract/standing.ts';
import type { PoolType, VpnPeriod } from '#shared/domain/limits.ts';
import { parseTrafficGb } from '#shared/domain/products/traffic.ts';
import { readTypedAmount } from '#shared/domain/sale-amounts.ts';
import { MAX_DAYS_BEFORE, type StandingMode } from '#shared/domain/standing-rules.ts';
import { parseWholeNumber, wholeNumberProblems } from '#shared/domain/typed-number.ts';
import { localZone } from '#shared/domain/zoned-time.ts';
import type { Problem } from '#shared/result.ts';
import { amountText } from '../../ui/amount-text.ts';
import { type Read, unreadable } from '../../ui/form/form-state.ts';
import { typedNumber } from '../../ui/typed-number-text.ts';

/** The typed values of the form for all kinds at once. */
export interface TypedOrder {
  readonly name: string;
  readonly kind: StandingAction['kind'];
  readonly targets: StandingTargets;
  readonly months: VpnPeriod;
  readonly days: number;
  readonly daysBefore: string;
  readonly poolType: PoolType;
  readonly gb: string;
  readonly belowGb: string;
  readonly mode: StandingMode;
  readonly ceiling: string;
  readonly cap: string;
  readonly hasHours: boolean;
  readonly from: string;
  readonly to: string;
  readonly zone: string;
}

const NEW: Omit<TypedOrder, 'kind' | 'targets' | 'zone'> = {
  name: '',
  months: 1,
  days: 30,
  daysBefore: '3',
  poolType: 'residential',
  gb: '',
  belowGb: '',
  mode: 'ask',
  ceiling: '',
  cap: '',
  hasHours: false,
  from: '09:00',
  to: '21:00',
};

const typedAction = (action: StandingAction, language: string): Partial<TypedOrder> => {
  switch (action.kind) {
    case 'vpn-renew':
      return { months: action.periodMonths, daysBefore: String(action.daysBefore) };
    case 'dedicated-prolong':
      return { days: action.period, daysBefore: String(action.daysBefore) };
    case 'traffic':
      return {
        poolType: action.poolType,
        gb: typedNumber(action.gb, language),
        belowGb: typedNumber(action.belowGb, language),
      };
  }
};

/** The initial values of the form, from an order that is edited or duplicated if there is one. */
export const typedOrder = (
  { kind, targets }: Pick<TypedOrder, 'kind' | 'targets'>,
  like: StandingOrder | undefined,
  language: string,
): TypedOrder =>
  like === undefined
    ? { ...NEW, kind, targets, zone: localZone() }
    : {
        ...NEW,
        ...(like.action === null ? {} : typedAction(like.action, language)),
        kind,
        targets,
        name: like.name,
        mode: like.mode,
        hasHours: like.hours !== null,
        zone: like.zone,
        ceiling: amountText(like.ceilingKopecks),
        cap: amountText(like.monthCapKopecks),
        ...like.hours,
      };

type Terms = Omit<ProcedureInput<'standing.save'>, 'orderId'>;

/** The values that hold the problems of other fields. */
export const ORDER_KEYS = {
  ceilingKopecks: 'ceiling',
  monthCapKopecks: 'cap',
  periodMonths: 'months',
  period: 'days',
  hours: ['hasHours', 'from', 'to'],
} as const;

/** Parses the typed values, or reports what is unreadable. The core decides whether they are allowed. */
export const readOrder = (typed: TypedOrder): Read<Terms> => {
  const problems: Problem[] = [];
  const gbOf = (field: 'gb' | 'belowGb'): number => {
    const read = parseTrafficGb(typed[field]);
    if (read.ok) return read.gb;
    problems.push({ field, code: read.code, ...(read.params === undefined ? {} : { params: read.params }) });
    return 0;
  };
  const daysBefore = (): number => {
    problems.push(...wholeNumberProblems('daysBefore', typed.daysBefore, { min: 0, max: MAX_DAYS_BEFORE }));
    return parseWholeNumber(typed.daysBefore) ?? 0;
  };
  const kopecksOf = (field: 'ceilingKopecks' | 'monthCapKopecks', text: string): number | null => {
    if (text.trim() === '') return null;
    const read = readTypedAmount(text, false);
    if (read.ok) return read.kopecks;
    problems.push({ field, code: read.code });
    return null;
  };
  const actionOf = (): StandingAction => {
    switch (typed.kind) {
      case 'vpn-renew':
        return { kind: 'vpn-renew', periodMonths: typed.months, daysBefore: daysBefore() };
      case 'dedicated-prolong':
        return { kind: 'dedicated-prolong', period: typed.days, daysBefore: daysBefore() };
      case 'traffic':
        return { kind: 'traffic', poolType: typed.poolType, gb: gbOf('gb'), belowGb: gbOf('belowGb') };
    }
  };
  const terms: Terms = {
    name: typed.name.trim(),
    action: actionOf(),
    targets: typed.targets,
    mode: typed.mode,
    ceilingKopecks: kopecksOf('ceilingKopecks', typed.ceiling),
    monthCapKopecks: kopecksOf('monthCapKopecks', typed.cap),
    hours: typed.hasHours ? { from: typed.from.trim(), to: typed.to.trim() } : null,
    zone: typed.zone,
  };
  return problems.length === 0 ? { ok: true, value: terms } : unreadable(...problems);
};
