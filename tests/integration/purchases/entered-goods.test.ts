import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ForOthers } from '#shared/contract/import-proxies.ts';
import { type ResolverDesk, startResolverDesk } from './resolver-desk.ts';

const LOST = { kind: 'drop', when: 'after-commit' } as const;
const NOTHING: ForOthers = { ipv: null, countryCode: null, endDay: null, clientId: null };

let desk: ResolverDesk;
beforeEach(async () => {
  desk = await startResolverDesk();
});
afterEach(() => desk.close());

it('the proxies of a purchase whose answer was lost are entered by hand, and belong to that purchase', async () => {
  const order = await desk.order('dedicated');
  const lost = await desk.buyThrough(order, LOST);
  const read = (purchaseId: number) => desk.call('dedicated.importText', { text: '203.0.113.7:80:u:p', purchaseId });
  const refused = { kind: 'conflict', details: { code: 'goods-not-missing' } };
  await expect(read(lost.id)).rejects.toMatchObject(refused);
  const found = await desk.resolved(lost);
  expect(found).toMatchObject({ outcome: 'charged', goodsState: 'missing' });
  const { order: bought } = found;
  if (bought.kind !== 'dedicated') throw new Error('It was an order of proxies.');

  const table = await read(lost.id);
  expect(table).toMatchObject({
    purchase: { id: lost.id, count: bought.count },
    missing: { kinds: 0, countries: 0, ends: 0, ids: 1 },
  });
  const { importId, reading } = table;
  await desk.call('dedicated.importConfirm', { importId, reading, forOthers: NOTHING });
  const sort = { by: 'ip', direction: 'asc' } as const;
  const { rows } = await desk.call('dedicated.list', { filter: { purchaseId: lost.id }, sort, offset: 0, limit: 9 });
  expect(rows).toMatchObject([
    {
      ip: '203.0.113.7',
      imported: true,
      ipv: bought.ipv,
      countryCode: bought.countryCode,
      clientId: bought.clientId,
      dateSource: 'computed',
      purchaseId: lost.id,
    },
  ]);
  const days = ((rows[0]?.expiresAt ?? 0) - (found.sentAt ?? 0)) / 86_400_000;
  expect(Math.abs(days - bought.period)).toBeLessThan(0.05);
  // Nothing was charged or booked for it.
  const { books, ledger } = await desk.compareBooks();
  expect(ledger).toBe(books);

  const another = await desk.buy(order);
  await expect(read(another.id)).rejects.toMatchObject(refused);
  await expect(read(999_999)).rejects.toMatchObject({ kind: 'not-found', details: { code: 'purchase' } });
});
