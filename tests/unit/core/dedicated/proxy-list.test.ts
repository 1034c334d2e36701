import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProxyList, type DedicatedProxyList } from '#core/catalogue/dedicated/proxy-list.ts';
import { ipSortKey } from '#core/catalogue/dedicated/proxy-texts.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { ProxyFilter, ProxySort } from '#shared/contract/dedicated.ts';
import { openDeskDatabase } from '../../../support/desk-database.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const NOW = Date.UTC(2026, 5, 1, 12);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NO_FILTER: ProxyFilter = {
  search: '',
  countries: [],
  ipvs: [],
  unassigned: false,
  expiry: 'any',
  stopped: false,
  archived: false,
};

let db: Database;
let list: DedicatedProxyList;

/** `wallEnd` is the date as the service writes it, in Moscow, three hours ahead of UTC. */
const hold = (ip: string | null, wallEnd: number | null): void => {
  const { lastId } = db.run(
    `INSERT INTO dedicated_proxies (account_id, service_id, ip, date_source, wall_end, ipv, country_code, ip_sort,
       complete, bought_at) VALUES ('a', 1, ?, 'service', ?, 4, 'de', ?, 1, 1)`,
    ip,
    wallEnd,
    ipSortKey(ip),
  );
  db.run('INSERT INTO dedicated_texts (proxy_id, search_text) VALUES (?, ?)', lastId, ip ?? '');
};

const ids = (filter: Partial<ProxyFilter>, sort: ProxySort = { by: 'expiresAt', direction: 'asc' }) =>
  list.ids('a', { filter: { ...NO_FILTER, ...filter }, sort });

beforeEach(() => {
  db = openDeskDatabase();
  list = createProxyList({ db, clock: createFakeClock(NOW), assumedZone: () => 'Europe/Moscow' });
});
afterEach(() => db.close());

describe('the expiry filters', () => {
  it('compare with the clock of the assumed zone, from both sides', () => {
    const wallNow = NOW + 3 * HOUR;
    hold('a', wallNow - 1);
    hold('b', wallNow);
    hold('c', wallNow + DAY - 1);
    hold('d', wallNow + DAY);
    hold('e', wallNow + 7 * DAY);
    hold('f', null);
    expect(ids({ expiry: 'expired' })).toEqual([1]);
    expect(ids({ expiry: 'within-1' })).toEqual([2, 3]);
    expect(ids({ expiry: 'within-7' })).toEqual([2, 3, 4]);
    expect(ids({ expiry: 'within-30' })).toEqual([2, 3, 4, 5]);
    expect(ids({ expiry: 'unreadable' })).toEqual([6]);
  });
});

describe('the order', () => {
  it('sorts addresses as numbers, IPv4 first, and puts unreadable ones last in both directions', () => {
    for (const ip of ['10.0.0.9', '2001:db8::2', '9.0.0.10', '10.0.0.10', null, '2001:db8::1']) hold(ip, 1);
    expect(ids({}, { by: 'ip', direction: 'asc' })).toEqual([3, 1, 4, 6, 2, 5]);
    expect(ids({}, { by: 'ip', direction: 'desc' })).toEqual([2, 6, 4, 1, 3, 5]);
  });
});
