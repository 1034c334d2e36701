import type { Order } from '#shared/contract/purchases.ts';
import { openTargets, targetKeysOf } from './charge-targets.ts';
import {
  blankLine,
  type Plan,
  type PlanContext,
  type PlanInputOf,
  type PlannedCharge,
  type PlannedLine,
  targetClients,
  undoable,
} from './plan.ts';

/** The same GB of the same pool for each client: one charge for each. */
export const planTraffic = async (input: PlanInputOf<'traffic'>, context: PlanContext): Promise<Plan> => {
  const { db, accountId, prices } = context;
  const { poolType, gb } = input;
  const open = openTargets(db, accountId, 'traffic');
  const charges: PlannedCharge[] = [];
  const lines: PlannedLine[] = [];
  for (const client of await targetClients(db, accountId, input.clientIds)) {
    if (client === null) {
      lines.push(undoable('client-removed'));
      continue;
    }
    const order: Order = { kind: 'traffic', clientId: client.clientId, poolType, gb };
    if (targetKeysOf(order).some((key) => open.has(key))) {
      lines.push(undoable('outcome-open', blankLine(client)));
      continue;
    }
    const { priceKopecks } = await prices.quote(order);
    lines.push(blankLine(client, { charge: charges.length, priceKopecks }));
    charges.push({ order, priceKopecks });
  }
  return { charges, lines };
};
