import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fetch } from '#core/ports.ts';
import { createFastClock } from '../../support/skipping-clock.ts';
import { FAULT_TABLE } from '../api/fault-table.ts';
import { type ResolverDesk, startResolverDesk } from '../purchases/resolver-desk.ts';

/** The pacer has a test of its own for an hour of waiting. */
const FAULTS = Object.entries(FAULT_TABLE).filter(([name]) => name !== '429 for an hour');
/** Longer than cached lists are used without a new request. */
const STALE_MS = 2 * 3_600_000;

let desk: ResolverDesk;
let isCutOff = false;
const breakable: Fetch = (url, init) =>
  isCutOff
    ? Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ENETUNREACH' }) }))
    : fetch(url, init);

const locations = {
  poolType: 'residential',
  kind: 'countries',
  countries: [],
  states: [],
  cities: [],
  search: '',
  offset: 0,
  limit: 20,
} as const;

beforeAll(async () => {
  desk = await startResolverDesk({ clock: createFastClock(), fetch: breakable });
  for (const kind of ['vpn-buy', 'traffic', 'dedicated'] as const) await desk.buy(await desk.order(kind));
  const { clientId } = desk;
  await desk.call('premium.addWhitelistIp', { clientId, ip: '203.0.113.9' });
  await desk.call('premium.resetPassword', { clientId });
  await askForEverything();
});
afterAll(() => desk.close());

/** Sends every request that reads from the service and stores the result. */
const askForEverything = async (): Promise<string[]> => {
  const { clientId } = desk;
  desk.clock.skip(STALE_MS);
  const requests: readonly (readonly [name: string, input: object])[] = [
    ['account.refreshBalance', {}],
    ['vpn.refresh', { clientId }],
    ['premium.refreshBalance', { clientId }],
    ['premium.refreshWhitelist', { clientId }],
    ['premium.refreshPassword', { clientId }],
    ['premium.locations', locations],
    ['dedicated.countries', { ipv: 4, refresh: true }],
    ['dedicated.availability', { ipv: 4, countryCode: 'de', refresh: true }],
  ];
  const kinds: string[] = [];
  for (const [name, input] of requests) {
    const result = await desk.callRaw(name, input);
    kinds.push(result.ok ? 'ok' : result.error.kind);
  }
  return kinds;
};

/** Returns everything that the window shows without asking the service. */
const everythingKept = async () => {
  const { clientId } = desk;
  const page = { offset: 0, limit: 50 };
  const { accounts } = await desk.call('account.state', {});
  return {
    balance: accounts.map((account) => account.balance?.balanceKopecks),
    client: await desk.call('clients.get', { clientId }),
    vpn: await desk.call('vpn.state', { clientId }),
    premium: await desk.call('premium.state', { clientId }),
    password: await desk.call('premium.revealPassword', { clientId }),
    proxies: await desk.call('dedicated.list', { filter: {}, sort: { by: 'boughtAt', direction: 'asc' }, ...page }),
    purchases: await desk.call('purchases.list', { filter: {}, ...page }),
    overview: await desk.call('purchases.timeline', { clientId, ...page }),
  };
};

const expectNothingLost = async () => {
  const before = await everythingKept();
  const kinds = await askForEverything();
  expect(await everythingKept()).toEqual(before);
  return kinds;
};

describe('data that was read stays unchanged under any answer of the service', () => {
  it.each(FAULTS)('%s', async (_, { fault, kind }) => {
    await desk.control.addFaults({ fault });
    const kinds = await expectNothingLost();
    await desk.control.clearFaults();
    expect(kinds).toContain(kind);
    for (const one of kinds) expect(['ok', kind]).toContain(one);
  });

  it('without a network', async () => {
    isCutOff = true;
    const kinds = await expectNothingLost();
    isCutOff = false;
    expect(kinds).toContain('offline');
  });

  it('and is read again as soon as the service is well', async () => {
    expect(new Set(await askForEverything())).toEqual(new Set(['ok']));
  });
});
