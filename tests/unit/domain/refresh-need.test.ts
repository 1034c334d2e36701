import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type KnownOfClient, needOf } from '#shared/domain/refresh-need.ts';

const NOW = 1_800_000_000_000;
const DAY = 86_400_000;
const known = (change: Partial<KnownOfClient>): KnownOfClient => ({
  nextExpiry: null,
  vpnAsOf: NOW - DAY,
  trafficAsOf: NOW - DAY,
  ...change,
});
/** Returns the names in the order in which the app would read the clients. */
const order = (clients: Readonly<Record<string, KnownOfClient>>): readonly string[] =>
  Object.entries(clients)
    .map(([name, client]) => ({ name, ...needOf(client, NOW) }))
    .sort((a, b) => a.rank - b.rank || a.sort - b.sort)
    .map(({ name }) => name);

describe('the order of need', () => {
  it('is: clients near an expiry, the nearest first; clients never read; the oldest data', () => {
    expect(
      order({
        fresh: known({}),
        far: known({ nextExpiry: NOW + 30 * DAY, vpnAsOf: NOW - 9 * DAY }),
        inSix: known({ nextExpiry: NOW + 6 * DAY }),
        never: known({ vpnAsOf: null }),
        tomorrow: known({ nextExpiry: NOW + DAY }),
        endedAnHourAgo: known({ nextExpiry: NOW - 3_600_000 }),
        endedLongAgo: known({ nextExpiry: NOW - 90 * DAY, vpnAsOf: NOW - 3 * DAY }),
      }),
    ).toEqual(['endedAnHourAgo', 'tomorrow', 'inSix', 'never', 'far', 'endedLongAgo', 'fresh']);
  });

  it('never puts fresh data before old data if all else is equal', () => {
    const moment = fc.integer({ min: NOW - 100 * DAY, max: NOW });
    fc.assert(
      fc.property(moment, moment, fc.option(moment, { nil: null }), (one, other, expiry) => {
        const at = (asOf: number) => needOf(known({ vpnAsOf: asOf, trafficAsOf: asOf, nextExpiry: expiry }), NOW);
        const [old, young] = [at(Math.min(one, other)), at(Math.max(one, other))];
        expect(old.rank).toBe(young.rank);
        expect(old.sort).toBeLessThanOrEqual(young.sort);
      }),
    );
  });
});
