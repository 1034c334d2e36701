import { openPurchases } from '#core/money/purchases/target.ts';
import type { Order } from '#shared/contract/purchases.ts';
import {
  blankLine,
  cannotBeDone,
  type Plan,
  type PlanContext,
  type PlanInputOf,
  type PlannedCharge,
  type PlannedLine,
  plannedClients,
  targetFor,
} from './plan.ts';

/** The same GB of the same pool for each client: one charge for each. */
export const planTraffic = async (input: PlanInputOf<'traffic'>, context: PlanContext): Promise<Plan> => {
  const { db, accountId, prices } = context;
  const { poolType, gb } = input;
  const openOf = openPurchases(db, accountId, 'traffic');
  const charges: PlannedCharge[] = [];
  const lines: PlannedLine[] = [];
  for (const client of plannedClients(db, accountId, input.clientIds)) {
    if (client === null) {
      lines.push(cannotBeDone('client-removed'));
      continue;
    }
    const order: Order = { kind: 'traffic', clientId: client.clientId, poolType, gb };
    const purchaseId = openOf(order, client)[0]?.purchaseId;
    if (purchaseId !== undefined) {
      lines.push(cannotBeDone('outcome-open', blankLine(client), { purchaseId }));
      continue;
    }
    const { priceKopecks } = await prices.quote(order);
    lines.push(blankLine(client, { charge: charges.length, priceKopecks }));
    charges.push({ order, target: targetFor(client), priceKopecks });
  }
  return { charges, lines, datesAsOf: null };
};
