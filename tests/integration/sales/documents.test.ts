import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import { localDate, shiftDay } from '#shared/domain/local-date.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { type ResolverDesk, startResolverDesk } from '../purchases/resolver-desk.ts';

let desk: ResolverDesk;
let path: string;
beforeEach(async () => {
  desk = await startResolverDesk();
  path = join(desk.paths.data, 'document.pdf');
  await desk.call('settings.update', { sellerDetails: 'Ivan <Petrov> & Co\nTax no. 770000000000\n@ivan_shop' });
  await desk.call('sales.setPrice', { clientId: null, product: 'vpn 3', priceKopecks: 90_000 });
});
afterEach(() => desk.close());

const today = () => localDate(desk.clock.now());
const receive = (amountKopecks: number, note = '') =>
  desk.call('sales.receive', { clientId: desk.clientId, amountKopecks, day: today(), note });
const payments = async () =>
  (await desk.call('sales.client', { clientId: desk.clientId, offset: 0, limit: 50 })).payments;
/** The text of the last page that was printed, without its tags. */
const printed = (): string =>
  (desk.desktop.printed.at(-1) ?? '')
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

it('a receipt names the seller, the client, the order that was paid, and the sum', async () => {
  const { id: purchaseId } = await desk.buy(await desk.order('vpn-buy'));
  await desk.call('sales.paid', { purchaseId });
  const [payment] = await payments();
  desk.dialogs.saveQueue.push(path);
  const saved = await desk.call('documents.saveReceipt', { paymentId: payment?.id ?? 0, language: 'en' });
  expect(saved?.fileName).toBe('document.pdf');
  expect(await readFile(path, 'latin1')).toMatch(/^%PDF-/);
  expect(printed()).toMatch(new RegExp(`Receipt No\\. ${today().replaceAll('-', '')}-\\d{6} of `));
  expect(printed()).toContain('Ivan &lt;Petrov&gt; &amp; Co');
  expect(printed()).toContain('Анна');
  expect(printed()).toMatch(/VPN, 3 months ₽900\.00/);
  expect(printed()).toContain('This is not a fiscal document.');
  expect(desk.dialogs.asked.at(-1)?.name).toMatch(/^receipt-Анна.*\.pdf$/);

  await desk.call('documents.show', { documentId: saved?.documentId ?? 0 });
  expect(desk.desktop.shown.at(-1)).toMatch(/document\.pdf$/);
});

it('an invoice lists what is unpaid, with the rest of earlier debts, and asks for exactly what is owed', async () => {
  await desk.buy(await desk.order('vpn-buy'));
  await receive(10_000);
  // Money that was paid back is owed again, and belongs to no sale.
  await receive(-250_000, 'paid back');
  desk.dialogs.saveQueue.push(path);
  await desk.call('documents.saveInvoice', { clientId: desk.clientId, language: 'ru' });
  const { owedKopecks } = await desk.call('sales.client', { clientId: desk.clientId, offset: 0, limit: 1 });
  expect(owedKopecks).toBe(330_000);
  expect(printed()).toMatch(/Счёт № \d{8}-\d+ от /);
  expect(printed()).toMatch(/К оплате 3 300,00 ₽/);
  expect(printed()).toContain('Прежний долг');
});

it('an invoice for very many sales lists the newest ones, and those before them as earlier debt', async () => {
  const account = (await desk.call('account.state', {})).activeId;
  const db = openDatabase(join(desk.paths.data, 'desk.db'));
  const series = 'WITH RECURSIVE series (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM series WHERE n < 203)';
  db.run(
    `${series} INSERT INTO purchases (id, account_id, kind, client_id, client_name, order_json, outcome, basis, goods,
       price_kopecks, evidence_before, search_text, created_at)
     SELECT n, ?, 'vpn-buy', ?, '', '{"kind":"vpn-buy","clientId":1,"periodMonths":3}', 'charged', 'answer', 'here', 1, '{}', '',
       n * 86400000 FROM series`,
    account,
    desk.clientId,
  );
  db.run(
    `${series} INSERT INTO sales (purchase_id, account_id, client_id, price_kopecks) SELECT n, ?, ?, n FROM series`,
    account,
    desk.clientId,
  );
  db.close();
  // The sales of three kopecks in all, and what was paid back before.
  await receive(-100);
  desk.dialogs.saveQueue.push(path);
  await desk.call('documents.saveInvoice', { clientId: desk.clientId, language: 'en' });
  expect(printed()).toMatch(/₽0\.04 .* ₽2\.03 Balance from before ₽1\.06 To pay ₽208\.06/);
});

const numberOf = (): string => /(?:Receipt|Invoice) No\. (\S+)/.exec(printed())?.[1] ?? '';
const receiptNumber = async (of: TestDesk, paymentId: number): Promise<string> => {
  of.dialogs.saveQueue.push(path);
  await of.call('documents.saveReceipt', { paymentId, language: 'en' });
  return /Receipt No\. (\S+)/.exec(of.desktop.printed.at(-1) ?? '')?.[1] ?? '';
};

it('a payment has the same number on every computer, and two payments have different ones', async () => {
  const other = await startTestDesk({ clock: desk.clock });
  onTestFinished(() => other.close());
  await other.call('settings.update', { sellerDetails: 'Ivan' });
  const there = await other.call('clients.add', { messengerId: 5, clientKey: 'boris', name: '', note: '', tags: [] });
  const anna = { messengerId: 7_000_000_001, clientKey: 'resolver', name: 'Anna', note: '', tags: [] };
  const { id: annaThere } = await other.call('clients.add', anna);
  await other.call('sales.setPrice', { clientId: null, product: 'vpn 3', priceKopecks: 90_000 });
  const day = shiftDay(today(), -1);
  const note = async (on: TestDesk, clientId: number, amountKopecks: number): Promise<string> => {
    await on.call('sales.receive', { clientId, amountKopecks, day, note: '' });
    const [newest] = (await on.call('sales.client', { clientId, offset: 0, limit: 1 })).payments;
    return receiptNumber(on, newest?.id ?? 0);
  };
  const mine = await note(desk, desk.clientId, 50_000);
  const his = await note(other, there.id, 50_000);
  expect(await note(other, annaThere, 50_000)).toBe(mine);
  const more = [await note(desk, desk.clientId, 60_000), await note(desk, desk.clientId, 50_000)];
  expect(new Set([mine, his, ...more]).size).toBe(4);
});

it('an invoice printed again keeps its number, and one for another sum gets another', async () => {
  const print = async (): Promise<string> => {
    desk.dialogs.saveQueue.push(path);
    await desk.call('documents.saveInvoice', { clientId: desk.clientId, language: 'en' });
    return numberOf();
  };
  await desk.buy(await desk.order('vpn-buy'));
  const first = await print();
  expect(await print()).toBe(first);
  await receive(10_000);
  expect(await print()).not.toBe(first);
});

it('a document is about what holds when its file was chosen', async () => {
  await desk.buy(await desk.order('vpn-buy'));
  const chosen = desk.dialogs.saveFile;
  const whileChoosing = (work: () => Promise<unknown>): void => {
    desk.dialogs.saveQueue.push(path);
    desk.dialogs.saveFile = async (asked) => {
      desk.dialogs.saveFile = chosen;
      await work();
      return chosen(asked);
    };
  };
  whileChoosing(() => receive(30_000));
  await desk.call('documents.saveInvoice', { clientId: desk.clientId, language: 'en' });
  expect(printed()).toMatch(/To pay ₽600\.00/);
  await rm(path);

  const paymentId = (await payments())[0]?.id ?? 0;
  whileChoosing(() => desk.call('sales.removePayment', { paymentId }));
  expect(await desk.callError('documents.saveReceipt', { paymentId, language: 'en' })).toMatchObject({
    kind: 'not-found',
  });
  await expect(stat(path)).rejects.toThrow();
});

it('there is none without details of the seller, without a debt, and for money that was not received', async () => {
  await receive(500);
  const [payment] = await payments();
  const { clientId } = desk;
  expect(await desk.callError('documents.saveInvoice', { clientId, language: 'en' })).toMatchObject({
    kind: 'conflict',
    details: { code: 'nothing-owed' },
  });
  await receive(-500);
  const back = (await payments()).find(({ amountKopecks }) => amountKopecks < 0);
  expect(await desk.callError('documents.saveReceipt', { paymentId: back?.id ?? 0, language: 'en' })).toMatchObject({
    details: { code: 'no-receipt' },
  });
  expect(await desk.callError('documents.saveReceipt', { paymentId: 99_999, language: 'en' })).toMatchObject({
    kind: 'not-found',
  });
  await desk.call('settings.update', { sellerDetails: ' \n' });
  expect(await desk.callError('documents.saveReceipt', { paymentId: payment?.id ?? 0, language: 'en' })).toMatchObject({
    details: { code: 'seller-missing' },
  });
  expect(desk.dialogs.asked).toEqual([]);
});

it('a closed dialog saves nothing, and a failed print leaves no file', async () => {
  await receive(500);
  const paymentId = (await payments())[0]?.id ?? 0;
  expect(await desk.call('documents.saveReceipt', { paymentId, language: 'en' })).toBeNull();
  expect(desk.desktop.printed).toEqual([]);
  desk.desktop.printPdf = () => Promise.reject(new Error('no printer'));
  desk.dialogs.saveQueue.push(path);
  expect(await desk.callError('documents.saveReceipt', { paymentId, language: 'en' })).toMatchObject({
    kind: 'file',
    details: { code: 'print-failed' },
  });
  await expect(stat(path)).rejects.toThrow();
});
