import type { Page } from '@playwright/test';
import type { ControlClient } from '../../support/control-client.ts';
import { callFrom } from './open-desk.ts';

/**
 * Confirms a purchase of traffic for the first client. Resolves when the service has it; `release` makes the service answer.
 */
export const beginHeldPurchase = async (page: Page, control: ControlClient): Promise<void> => {
  const call = callFrom(() => page);
  await control.addFaults({ match: { path: '/premium/traffic/buy' }, fault: { kind: 'hold', when: 'before-commit' } });
  const sort = { by: 'name', direction: 'asc' } as const;
  const { rows } = await call('clients.list', { filter: {}, sort, offset: 0, limit: 1 });
  const order = { kind: 'traffic', clientId: rows[0]?.id ?? 0, poolType: 'mobile', gb: 1 } as const;
  const { offerId, priceKopecks } = await call('purchases.offer', { order });
  // Nobody waits for its answer.
  await page.evaluate((confirmed) => void window.desk.invoke('purchases.confirm', confirmed as never), {
    offerId,
    priceKopecks,
  });
  await control.waitForHeld(1);
};
