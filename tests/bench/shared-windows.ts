import { playShop, type ShopDay } from '../support/shop/play-shop.ts';
import type { Bench } from './measure.ts';

/** Number of shops, each with another seed every day. The order of simultaneous events differs from run to run. */
const SHOPS = Number(process.env.SHOPS ?? 3);
const SECONDS = Number(process.env.SHOP_SECONDS ?? 120);

/** The folder of an older version, checked out and built, which one of the three runs. */
const OLDER = process.env.SHOP_OLDER;

/** Plays three windows at one desk on a bad day, and returns the counts that must be 0 when all is well again. */
export const countShops: Bench = async () => {
  const first = Number(process.env.SHOP_SEED ?? Math.floor(Date.now() / 86_400_000));
  const days: ShopDay[] = [];
  for (let seed = first; seed < first + SHOPS; seed += 1) {
    const day = await playShop({ seconds: SECONDS, seed, older: OLDER });
    console.log(`seed ${seed}, ${day.service}: ${JSON.stringify(day.counts)}`);
    for (const [what, times] of [...day.done].sort()) console.log(`  ${times} × ${what}`);
    for (const [name, hash] of day.hashes) console.log(`  ${hash} on ${name}`);
    for (const what of ['shown', 'unequal', 'unexplained', 'unasked', 'readable'] as const)
      for (const found of day[what]) console.log(`  ${what}: ${found}`);
    if (day.kept !== '') console.log(`  their data: ${day.kept}`);
    days.push(day);
  }
  const none = (what: string, of: (day: ShopDay) => number) => ({
    what: `${SHOPS} shops of three windows: ${what}`,
    unit: '' as const,
    target: 0,
    values: [days.reduce((sum, day) => sum + of(day), 0)],
  });
  return [
    none('rows and fields that are not the same on all', ({ shown, unequal }) => shown.length + unequal.length),
    none('differences from the books of the service', ({ unexplained }) => unexplained.length),
    none('charges beyond what was agreed to', ({ unasked, counts }) => unasked.length + counts.doubleCharges),
    none('charges that the ledger neither has nor has open', ({ counts }) => counts.lostPurchases),
    none('credentials lost', ({ counts }) => counts.lostCredentials),
    none('words that the database or its log shows', ({ readable }) => readable.length),
  ];
};
