import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PurchaseFilter } from '#shared/contract/purchases.ts';
import { localDate, midnightOf, shiftDay } from '#shared/domain/local-date.ts';
import { type ResolverDesk, startResolverDesk } from '../purchases/resolver-desk.ts';

let desk: ResolverDesk;
let path: string;
beforeEach(async () => {
  desk = await startResolverDesk();
  path = join(desk.paths.data, 'payments.csv');
});
afterEach(() => desk.close());

const today = () => localDate(desk.clock.now());
const receive = (amountKopecks: number, note: string, day = today(), clientId = desk.clientId) =>
  desk.call('sales.receive', { clientId, amountKopecks, day, note });

/** The lines of the file without its head. */
const exported = async (filter: Partial<PurchaseFilter> = {}, language: 'en' | 'ru' = 'en') => {
  desk.dialogs.saveQueue.push(path);
  const written = await desk.call('purchases.exportCsv', { filter, table: 'payments', language });
  const [head = '', ...lines] = (await readFile(path, 'utf8'))
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n');
  expect(written).toMatchObject({ fileName: 'payments.csv', rows: lines.length });
  return { head, lines };
};

it('the payments received are written oldest first, each with its client, and with the order it was for', async () => {
  await desk.call('sales.setPrice', { clientId: null, product: 'vpn 3', priceKopecks: 90_000 });
  const { id: purchaseId } = await desk.buy(await desk.order('vpn-buy'));
  await receive(12_350, 'cash', shiftDay(today(), -3));
  await desk.call('sales.paid', { purchaseId });
  const { head, lines } = await exported();
  expect(head).toBe('Time;Client;Messenger ID;Client key;Received, RUB;Product;Order;Note');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(
    new RegExp(`^${shiftDay(today(), -3)} \\d\\d:\\d\\d:\\d\\d;Анна;7000000001;resolver;123\\.50;;;cash$`),
  );
  expect(lines[1]).toMatch(new RegExp(`^${today()} .*;Анна;7000000001;resolver;776\\.50;VPN;3 months;$`));
  expect((await exported({}, 'ru')).lines[0]).toContain(';123,50;');
});

it('only those of the chosen time and client are written, and what was paid back is negative', async () => {
  const { id: other } = await desk.call('clients.add', {
    messengerId: 2,
    clientKey: 'other',
    name: '=1+1',
    note: '',
    tags: [],
  });
  await receive(100, 'before', shiftDay(today(), -5));
  await receive(200, 'first', shiftDay(today(), -4));
  await receive(-300, 'back', shiftDay(today(), -4), other);
  await receive(400, 'after', shiftDay(today(), -3));
  const from = midnightOf(shiftDay(today(), -4)) ?? 0;
  const to = midnightOf(shiftDay(today(), -3)) ?? 0;
  const notes = async (filter: Partial<PurchaseFilter>) =>
    (await exported(filter)).lines.map((line) => line.split(';').at(-1));
  expect(await notes({ from, to })).toEqual(['first', 'back']);
  expect(await notes({ from, to, clientId: other })).toEqual(['back']);
  expect((await exported({ clientId: other })).lines[0]).toContain(";'=1+1;2;other;-3.00;");
});
