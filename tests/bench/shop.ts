import { playShop, type ShopDay } from '../support/shop/play-shop.ts';
import type { Bench } from './measure.ts';

/** Each a shop of its own, with another seed every day; what happens at the same time differs from run to run. */
const SHOPS = Number(process.env.SHOPS ?? 3);
const SECONDS = Number(process.env.SHOP_SECONDS ?? 120);

/** The folder of an older version, checked out and built, that one of the three has. */
const OLDER = process.env.SHOP_OLDER;

/** Three windows at one desk on a bad day: what must be 0 when all is well again. */
export const countShops: Bench = async () => {
  const seed = Number(process.env.SHOP_SEED ?? Math.floor(Date.now() / 86_400_000));
  const days: ShopDay[] = [];
  for (let shop = 0; shop < SHOPS; shop += 1) {
    const day = await playShop(SECONDS, seed + shop, OLDER);
    for (const [what, times] of [...day.done].sort()) console.log(`  ${times} × ${what}`);
    console.log(JSON.stringify(day.counts), day.difference);
    days.push(day);
  }
  const none = (what: string, of: (day: ShopDay) => number) => ({
    ...{ what: `${SHOPS} shops of three windows: ${what}`, unit: '' as const, target: 0 },
    values: [days.reduce((sum, day) => sum + of(day), 0)],
  });
  return [
    none('that did not end equal', ({ difference }) => (difference === '' ? 0 : 1)),
    none('charges beyond one for each purchase that was sent', ({ counts }) => counts.doubleCharges),
    none('charges that the ledger neither has nor has open', ({ counts }) => counts.lostPurchases),
    none('credentials lost', ({ counts }) => counts.lostCredentials),
  ];
};
