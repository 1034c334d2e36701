import { expect } from '@playwright/test';
import type { Call } from './open-desk.ts';

/** Buys dedicated proxies for 30 days through the core, for tests that begin with proxies. */
export const buyProxies = async (call: Call, count: number, ipv: 3 | 4 | 6 = 4, countryCode = 'de'): Promise<void> => {
  // The core learns the names of the countries from this list.
  await call('dedicated.countries', { ipv });
  const order = { kind: 'dedicated', clientId: null, ipv, countryCode, period: 30, count } as const;
  const { offerId, priceKopecks } = await call('purchases.offer', { order });
  const { outcome } = await call('purchases.confirm', { offerId, priceKopecks, despite: [] });
  expect(outcome).toBe('charged');
};
