import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TestDesk } from '../../support/desk-core.ts';
import { type CsvDesk, startCsvDesk } from '../clients/csv-desk.ts';
import { list } from '../clients/sample.ts';

const PAGE = { offset: 0, limit: 50 } as const;
const SORT = { by: 'name', direction: 'asc' } as const;
const HEAD = 'messenger_id;client_key;name;debt;prices\r\n';

let csv: CsvDesk;
let desk: TestDesk;
beforeEach(async () => {
  csv = await startCsvDesk();
  desk = csv.desk;
});
afterEach(() => csv.close());

const importFile = async (text: string, existing: 'skip' | 'update' = 'update') => {
  const preview = await csv.open(text);
  const result = await desk.call('clients.importConfirm', { importId: preview.importId, existing });
  return { preview, result };
};
const clientOf = async (name: string) => {
  const found = (await list(desk)).find((row) => row.name === name);
  if (found === undefined) throw new Error(`${name} is not there`);
  return found;
};
const ownPrices = async (clientId: number) =>
  (await desk.call('sales.prices', { clientId })).rows.flatMap(({ product, priceKopecks }) =>
    priceKopecks === null ? [] : [[product, priceKopecks]],
  );

it('an imported file brings debts and client prices, and a second import does no harm', async () => {
  const file = `${HEAD}1;a;Anna;1 500,50;vpn 3 = 450\r\n2;b;Boris;-300;"VPN 1=100; traffic mobile: 12,5; dedicated 4 de 30=90"\r\n3;c;Vera;;\r\n`;
  const { preview } = await importFile(file);
  expect(preview.reading.columns).toEqual(['messengerId', 'clientKey', 'name', 'debt', 'prices']);
  expect(preview.counts).toMatchObject({ new: 3, bad: 0 });
  expect(await desk.call('sales.state', {})).toEqual({ inUse: true });
  const [anna, boris, vera] = [await clientOf('Anna'), await clientOf('Boris'), await clientOf('Vera')];
  expect([anna, boris, vera].map(({ owedKopecks }) => owedKopecks)).toEqual([150_050, -30_000, null]);
  expect(await ownPrices(anna.id)).toEqual([['vpn 3', 45_000]]);
  expect(await ownPrices(boris.id)).toEqual([
    ['vpn 1', 10_000],
    ['traffic mobile', 1_250],
    ['dedicated 4 de 30', 9_000],
  ]);
  const { result } = await importFile(file);
  expect(result).toMatchObject({ added: 0, updated: 3 });
  const money = await desk.call('sales.client', { clientId: anna.id, ...PAGE });
  expect(money).toMatchObject({
    owedKopecks: 150_050,
    total: 1,
    payments: [{ kind: 'opening', amountKopecks: -150_050 }],
  });
});

it('unreadable amounts are reported, and the client is imported anyway', async () => {
  const file = `${HEAD}1;a;Anna;много;vpn 3 = 450\r\n2;b;Boris;100;vpn 7 = 5\r\n`;
  const preview = await csv.open(file);
  expect(preview.counts).toMatchObject({ new: 2, bad: 0, incompleteNew: 2 });
  const { importId } = preview;
  expect((await desk.call('clients.importProblems', { importId, kind: 'incomplete', ...PAGE })).rows).toMatchObject([
    { line: 2, field: 'debt', code: 'debt-not-an-amount', params: { text: 'много' } },
    { line: 3, field: 'prices', code: 'price-not-readable', params: { text: 'vpn 7 = 5' } },
  ]);
  const result = await desk.call('clients.importConfirm', { importId, existing: 'skip' });
  expect(result).toMatchObject({ added: 2, bad: 2 });
  expect((await desk.call('clients.importReportLines', { runId: result.runId, ...PAGE })).rows).toMatchObject([
    { line: 2, code: 'debt-not-an-amount' },
    { line: 3, code: 'price-not-readable' },
  ]);
  const anna = await clientOf('Anna');
  expect(anna.owedKopecks).toBeNull();
  expect(await ownPrices(anna.id)).toEqual([['vpn 3', 45_000]]);
  expect((await clientOf('Boris')).owedKopecks).toBe(10_000);
});

it.each(['ru', 'en'] as const)('an export (%s) brings the same data to another desk', async (language) => {
  await importFile(`${HEAD}1;a;Anna;1500,50;"vpn 3 = 450; traffic mobile = 12.34"\r\n`);
  await importFile(`${HEAD}2;b;Boris;-300,05;\r\n3;c;Vera;;\r\n`);
  const path = join(csv.folder, 'clients.csv');
  desk.dialogs.saveQueue.push(path);
  await desk.call('clients.exportCsv', { filter: {}, sort: SORT, language });
  const text = await readFile(path, 'utf8');
  const other = await startCsvDesk();
  try {
    const { importId, counts } = await other.open(text);
    expect(counts).toMatchObject({ new: 3, bad: 0 });
    await other.desk.call('clients.importConfirm', { importId, existing: 'skip' });
    const question = { filter: {}, sort: SORT, ...PAGE };
    const [here, there] = [await desk.call('clients.list', question), await other.desk.call('clients.list', question)];
    expect(there.rows.map(({ name, owedKopecks }) => [name, owedKopecks])).toEqual(
      here.rows.map(({ name, owedKopecks }) => [name, owedKopecks === 0 ? null : owedKopecks]),
    );
    const [anna] = there.rows;
    const prices = await other.desk.call('sales.prices', { clientId: anna?.id ?? 0 });
    expect(prices.rows.filter(({ priceKopecks }) => priceKopecks !== null)).toMatchObject([
      { product: 'vpn 3', priceKopecks: 45_000 },
      { product: 'traffic mobile', priceKopecks: 1_234 },
    ]);
  } finally {
    await other.close();
  }
});

it('earlier debts and prepayments from a file are not payments that were received', async () => {
  await importFile(`${HEAD}1;a;Anna;80;\r\n2;b;Boris;-300;\r\n`);
  const path = join(desk.paths.data, 'payments.csv');
  desk.dialogs.saveQueue.push(path);
  const written = await desk.call('purchases.exportCsv', { filter: {}, table: 'payments', language: 'en' });
  expect(written).toMatchObject({ rows: 0 });
  expect((await readFile(path, 'utf8')).trimEnd().split('\r\n')).toHaveLength(1);
});
