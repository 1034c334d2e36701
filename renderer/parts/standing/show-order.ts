import { go } from '../../nav/router.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';

/** Shows an order in the list of all. */
export const showOrder = (orderId: number): void => go('schedule', { orderId, filter: { tab: 'orders' } });

/** Makes the plan of what is due of an order, with the prices of now, and shows it. */
export const openPlan = async (orderId: number): Promise<void> => {
  const planned = await callOrTell('standing.plan', { orderId });
  if (planned !== undefined) go('run', { runId: planned.runId });
};
