import { go } from '../../nav/router.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';

/** Opens an order in the list of all orders. */
export const showOrder = (orderId: number): void => go('schedule', { orderId, filter: { tab: 'orders' } });

/** Plans the due purchases of an order at current prices, and opens the plan. */
export const openPlan = async (orderId: number): Promise<void> => {
  const planned = await callOrTell('standing.plan', { orderId });
  if (planned !== undefined) go('run', { runId: planned.runId });
};
