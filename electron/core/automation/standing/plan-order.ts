import type { StoredRun } from '#core/engine/run-repository.ts';
import type { StandingAccount } from '#core/jobs/purchases/purchases-run.ts';
import type { DueTarget } from '#core/money/products/due.ts';
import { type Choice, chooseLines, type StandingLimits } from '#shared/domain/standing-rules.ts';
import { recurringRulesOf } from '#shared/products/index.ts';
import type { OrderCheckContext } from './order-check-context.ts';
import { partsOf } from './paid-elsewhere.ts';
import type { ReadableOrder } from './stored-order.ts';

/** A line of a plan with its due target. */
interface PlannedTarget {
  readonly due: DueTarget;
  readonly charge: number;
  readonly priceKopecks: number | null;
}

/** The price of a charge. */
interface PlannedPrice {
  readonly charge: number;
  readonly priceKopecks: number;
}

/** A due target with its share of the cost of its charge. */
export interface PayableLine {
  readonly due: DueTarget;
  readonly kopecks: number;
}

export interface OrderPlan {
  /** `null` if nothing in the plan may be paid for. */
  readonly run: StoredRun | null;
  readonly lines: readonly PlannedTarget[];
  /** The targets that the plan could not include, with the reasons. */
  readonly cannot: readonly { readonly due: DueTarget; readonly code: string; readonly words: string }[];
  readonly choice: Choice;
  /** The prices by target; `null` if the service names no price for this target alone. */
  readonly prices: ReadonlyMap<string, number | null>;
}

/**
 * Returns, by charge, the least that each of its lines counts for, so that together they cover the cost of the charge.
 */
const sharesOf = (lines: readonly PlannedTarget[], charges: readonly PlannedPrice[]): ReadonlyMap<number, number> => {
  const named = new Map<number, { readonly count: number; readonly kopecks: number }>();
  for (const { charge, priceKopecks } of lines) {
    const { count, kopecks } = named.get(charge) ?? { count: 0, kopecks: 0 };
    named.set(charge, { count: count + 1, kopecks: kopecks + (priceKopecks ?? 0) });
  }
  return new Map(
    charges.map(({ charge, priceKopecks }) => {
      const { count, kopecks } = named.get(charge) ?? { count: 1, kopecks: 0 };
      return [charge, kopecks >= priceKopecks ? 0 : Math.ceil(priceKopecks / count)];
    }),
  );
};

/** Returns each line with its share of the cost of its charge. */
const partsOfLines = (lines: readonly PlannedTarget[], charges: readonly PlannedPrice[]): readonly PayableLine[] =>
  charges.flatMap(({ charge, priceKopecks }) => {
    const mine = lines.filter((line) => line.charge === charge);
    const parts = partsOf(
      priceKopecks,
      mine.map((line) => line.priceKopecks),
    );
    return mine.map(({ due }, index) => ({ due, kopecks: parts[index] ?? 0 }));
  });

/** The limits for one plan of an order. */
interface OrderLimits extends Omit<StandingLimits, 'balanceKopecks'> {
  readonly withinBalance: boolean;
  /**
   * Returns the targets that somebody else may have paid for. The plan leaves them out, and the order asks about them.
   */
  readonly maybePaidElsewhere?: (lines: readonly PayableLine[]) => ReadonlySet<string>;
}

/**
 * Plans a run for the due targets of an order. If the limits refuse some of them, it plans again without these, so that
 * the run contains only what may be paid for. The balance is a limit only if `limits.withinBalance` is set.
 */
export const planOrder = async (
  { runs, forget }: Pick<OrderCheckContext, 'runs' | 'forget'>,
  order: ReadableOrder,
  targets: readonly DueTarget[],
  limits: OrderLimits,
  account: StandingAccount,
): Promise<OrderPlan> => {
  const { inputFor, lineKey } = recurringRulesOf(order.action.kind);
  const planOnce = async (wanted: readonly DueTarget[]) => {
    const { run, plan, balanceKopecks } = await runs.plan(inputFor(order.action, wanted), account);
    const charges = plan.charges.map(({ priceKopecks }, charge) => ({ charge, priceKopecks }));
    const byTarget = new Map(wanted.map((due) => [lineKey(due), due]));
    const lines: PlannedTarget[] = [];
    const cannot: OrderPlan['cannot'][number][] = [];
    for (const { charge, client, serviceId, target, problem, priceKopecks } of plan.lines) {
      const due = byTarget.get(lineKey({ target, serviceId, clientId: client.clientId }));
      if (due === undefined) continue;
      if (charge !== null) lines.push({ due, charge, priceKopecks });
      else cannot.push({ due, code: problem?.code ?? '', words: problem?.words ?? '' });
    }
    return { run, charges, lines, cannot, balanceKopecks };
  };
  const chosen = ({ charges, lines, balanceKopecks }: Awaited<ReturnType<typeof planOnce>>): Choice => {
    const shares = sharesOf(lines, charges);
    const maybePaidElsewhere = limits.maybePaidElsewhere?.(partsOfLines(lines, charges)) ?? new Set<string>();
    const choice = chooseLines(
      lines
        .filter(({ due }) => !maybePaidElsewhere.has(due.target))
        .map(({ due, charge, priceKopecks }) => ({
          key: due.target,
          priceKopecks,
          shareKopecks: shares.get(charge) ?? 0,
        })),
      { ...limits, balanceKopecks: limits.withinBalance ? balanceKopecks : null },
    );
    const unsure = [...maybePaidElsewhere].map((target) => [target, 'needs-confirmation'] as const);
    return { ...choice, refused: new Map([...choice.refused, ...unsure]) };
  };

  const first = await planOnce(targets);
  const choice = chosen(first);
  const prices = new Map(first.lines.map(({ due, priceKopecks }) => [due.target, priceKopecks]));
  const about = { cannot: first.cannot, choice, prices };
  if (choice.taken.size === 0) {
    forget(first.run);
    return { ...about, run: null, lines: [] };
  }
  if (choice.refused.size === 0) return { ...about, run: first.run, lines: first.lines };
  const second = await planOnce(targets.filter(({ target }) => choice.taken.has(target)));
  // The prices have risen, or nothing can be bought any more. The next check plans again.
  if (chosen(second).refused.size > 0 || second.lines.length === 0) {
    forget(second.run);
    return { ...about, run: null, lines: [] };
  }
  return { ...about, run: second.run, lines: second.lines };
};
