import type { ProcedureInput } from '#shared/contract/index.ts';
import type { StandingAction, StandingOrder, StandingTargets } from '#shared/contract/standing.ts';
import { readTypedAmount } from '#shared/domain/sale-amounts.ts';
import { MAX_TIMES_EACH, type RequiredPayment, type StandingMode } from '#shared/domain/standing-rules.ts';
import { parseWholeNumber } from '#shared/domain/typed-number.ts';
import { localZone } from '#shared/domain/zoned-time.ts';
import type { Problem } from '#shared/result.ts';
import { NEW_TERMS, recurringView, TERM_KEYS, type TypedTerms } from '../../parts/products/index.ts';
import { amountText } from '../../ui/amount-text.ts';
import { type Read, unreadable } from '../../ui/form/form-state.ts';

/** The typed values of the form, with the terms of all kinds at once. */
export interface TypedOrder extends TypedTerms {
  readonly name: string;
  readonly kind: StandingAction['kind'];
  readonly targets: StandingTargets;
  readonly mode: StandingMode;
  readonly ceiling: string;
  readonly cap: string;
  readonly payment: RequiredPayment;
  readonly times: string;
  readonly hasHours: boolean;
  readonly from: string;
  readonly to: string;
  readonly zone: string;
}

const NEW: Omit<TypedOrder, 'kind' | 'targets' | 'zone'> = {
  ...NEW_TERMS,
  name: '',
  mode: 'ask',
  ceiling: '',
  cap: '',
  payment: 'any',
  times: '',
  hasHours: false,
  from: '09:00',
  to: '21:00',
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
        ...(like.action === null ? {} : recurringView(like.action.kind).termsOf(like.action, language)),
        kind,
        targets,
        name: like.name,
        mode: like.mode,
        hasHours: like.hours !== null,
        zone: like.zone,
        ceiling: amountText(like.ceilingKopecks),
        cap: amountText(like.monthCapKopecks),
        payment: like.payment,
        times: like.timesEach?.toString() ?? '',
        ...like.hours,
      };

type Terms = Omit<ProcedureInput<'standing.save'>, 'orderId'>;

/** The values of the form at which problems with fields of other names are shown. */
export const ORDER_KEYS = {
  ...TERM_KEYS,
  ceilingKopecks: 'ceiling',
  monthCapKopecks: 'cap',
  timesEach: 'times',
  hours: ['hasHours', 'from', 'to'],
} as const;

/** Parses the typed values, or reports what is unreadable. The core decides whether they are allowed. */
export const readOrder = (typed: TypedOrder): Read<Terms> => {
  const problems: Problem[] = [];
  const action = recurringView(typed.kind).readAction(typed);
  if (!action.ok) problems.push(...action.problems);
  const kopecksOf = (field: 'ceilingKopecks' | 'monthCapKopecks', text: string): number | null => {
    if (text.trim() === '') return null;
    const read = readTypedAmount(text, false);
    if (read.ok) return read.kopecks;
    problems.push({ field, code: read.code });
    return null;
  };
  const timesEach = (): number | null => {
    if (typed.times.trim() === '') return null;
    const range = { min: 1, max: MAX_TIMES_EACH };
    const times = parseWholeNumber(typed.times);
    if (times !== null && times >= range.min && times <= range.max) return times;
    problems.push({ field: 'timesEach', code: 'not-whole', params: range });
    return null;
  };
  const terms = {
    name: typed.name.trim(),
    targets: typed.targets,
    mode: typed.mode,
    ceilingKopecks: kopecksOf('ceilingKopecks', typed.ceiling),
    monthCapKopecks: kopecksOf('monthCapKopecks', typed.cap),
    payment: typed.payment,
    timesEach: timesEach(),
    hours: typed.hasHours ? { from: typed.from.trim(), to: typed.to.trim() } : null,
    zone: typed.zone,
  };
  return action.ok && problems.length === 0
    ? { ok: true, value: { ...terms, action: action.value } }
    : unreadable(...problems);
};
