import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EXIT } from '../../../electron/main/scripts/help.ts';
import { runScript } from '../../../electron/main/scripts/run-script.ts';
import type { Fault } from '../../support/control-client.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { createLateService, type LateService } from '../../support/late-service.ts';
import { createSkippingClock, type SkippingClock } from '../../support/skipping-clock.ts';
import { BUY } from '../vpn/vpn-desk.ts';
import { type Scripts, startScripts } from './script-desk.ts';

/** Purchases of scripts whose answer is lost, at a service that shows them late or never. */
const ANNA = '5000000001:anna';
const HOUR = 3_600_000;
const LISTS = ['/balance', '/vpn/info'] as const;

let clock: SkippingClock;
let service: LateService;
let desk: TestDesk;
let scripts: Scripts;
let clientId: number;

const month = (once: string) => ({ client: ANNA, months: 1, once, account: 'Test', atMost: 10_000 });
const charged = async (): Promise<number> => (await desk.control.books()).entries.length;
const sent = async (): Promise<number> => (await desk.control.requests(BUY)).length;
const loseBy = (fault: Fault) => desk.control.addFaults({ match: BUY, times: 1, fault });
const allow = async () => {
  scripts = await startScripts(desk, { scriptAccess: 'buy', scriptDayCapRubles: 100_000 });
};
const codeOf = (name: string): Promise<number> =>
  runScript({
    words: ['buy-vpn', ANNA, '--months', '1', '--at-most', '10000', '--account', 'Test', '--once', name],
    dataFolder: desk.paths.data,
    locale: 'en_US.UTF-8',
    isTerminal: false,
    print: () => undefined,
    complain: () => undefined,
  });

beforeEach(async () => {
  clock = createSkippingClock();
  service = createLateService();
  desk = await startTestDesk({ clock, fetch: service.fetch });
  const anna = { messengerId: 5_000_000_001, clientKey: 'anna', name: 'Anna', note: '', tags: [] };
  clientId = (await desk.call('clients.add', anna)).id;
  await allow();
  // From here on the service shows the sum and the list as they are now, until it catches up.
  await desk.call('account.refreshBalance', {});
  await desk.call('vpn.refresh', { clientId });
  service.freeze(...LISTS);
});
afterEach(() => desk.close());

describe('a purchase of a script whose answer is lost', () => {
  it.each([
    ['the connection is cut', { kind: 'drop', when: 'after-commit' }],
    ['half of the answer comes', { kind: 'drop', when: 'mid-answer' }],
    ['a gateway says 502', { kind: 'html-page', status: 502, commit: true }],
    ['a gateway says 504', { kind: 'html-page', status: 504, commit: true }],
    ['the answer cannot be read', { kind: 'truncated-json' }],
  ] as const)('is not bought again and not called failed, however late it shows: %s', async (_, fault) => {
    await loseBy(fault);
    expect(await scripts.ask('buy-vpn', month('lost'))).toMatchObject({ outcome: 'open', basis: null });
    for (const skipped of [0, 2 * HOUR]) {
      clock.skip(skipped);
      expect(await codeOf('lost')).toBe(EXIT.unknown);
      expect(await scripts.refusal('buy-vpn', month('other'))).toMatchObject({ details: { code: 'script-open' } });
      await desk.restart();
      await allow();
    }
    // The look at the start of the desk ends with what it has read.
    await desk.call('purchases.resolve', {});
    service.thaw();
    await desk.call('purchases.resolve', {});
    const found = { outcome: 'charged', basis: 'evidence', goods: 'here', repeated: true };
    expect(await scripts.ask('buy-vpn', month('lost'))).toMatchObject(found);
    expect(await codeOf('lost')).toBe(EXIT.done);
    expect([await sent(), await charged()]).toEqual([1, 1]);
  });

  it.each(['buying the same', 'marking it as not charged'])(
    'and that no reading shows for a day is only probably not charged; a person decides by %s',
    async (how) => {
      await loseBy({ kind: 'drop', when: 'after-commit' });
      const { purchase } = await scripts.ask('buy-vpn', month('lost'));
      await desk.call('purchases.resolve', {});
      clock.skip(25 * HOUR);
      await desk.call('purchases.resolve', {});
      const unseen = { purchase, outcome: 'not-charged', basis: 'evidence', repeated: true };
      expect(await scripts.ask('buy-vpn', month('lost'))).toMatchObject(unseen);
      expect(await codeOf('lost')).toBe(EXIT.unknown);
      expect(await scripts.refusal('buy-vpn', month('other'))).toMatchObject({ details: { code: 'script-doubt' } });
      expect(await sent()).toBe(1);

      if (how === 'buying the same') {
        const order = { kind: 'vpn-buy', clientId, periodMonths: 1 } as const;
        const { offerId, priceKopecks } = await desk.call('purchases.offer', { order });
        await desk.call('purchases.confirm', { offerId, priceKopecks });
      } else {
        const purchaseId = Number(purchase);
        await desk.call('purchases.settle', { purchaseId, verdict: 'not-charged', reason: 'Seen at the service' });
      }
      expect(await scripts.ask('buy-vpn', month('next'))).toMatchObject({ outcome: 'charged', basis: 'answer' });
    },
  );
});

it.each([
  ['says no', 400],
  ['asks for fewer requests', 429],
])('a script waits with the same until the sum has had its time after a service %s', async (_, status) => {
  await loseBy({ kind: 'respond', status, body: { ok: false, message: 'no' }, commit: true });
  expect(await scripts.ask('buy-vpn', month('refused'))).toMatchObject({ outcome: 'not-charged', basis: 'answer' });
  expect(await codeOf('refused')).toBe(EXIT.refused);
  const waits = { details: { code: 'script-refused-lately' } };
  expect(await scripts.refusal('buy-vpn', month('again'))).toMatchObject(waits);
  await desk.restart();
  await allow();
  clock.skip(10 * 60_000);
  expect(await scripts.refusal('buy-vpn', month('again'))).toMatchObject(waits);
  expect(await sent()).toBe(1);
  await desk.call('purchases.resolve', {});
  // Now the sum shows that it was charged nevertheless.
  service.thaw();
  clock.skip(6 * 60_000);
  await desk.call('account.refreshBalance', {});
  await desk.call('purchases.resolve', {});
  expect(await scripts.ask('purchase', { once: 'refused' })).toMatchObject({ outcome: 'charged', basis: 'evidence' });
  expect([await sent(), await charged()]).toEqual([1, 1]);
});
