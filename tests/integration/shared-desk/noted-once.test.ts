import { describe, expect, it } from 'vitest';
import { localDate } from '#shared/domain/local-date.ts';
import { keepDeskFiles } from './desk-files.ts';
import { settle, type Wire } from './little-desk.ts';
import { type LittleService, type MoneyDesk, openMoneyDesk } from './money-desk.ts';

/** Two operators record the same money, each on a computer that does not know of the other's record yet. */
const { desks, newPath } = keepDeskFiles<MoneyDesk>();

const two = (): readonly [MoneyDesk, MoneyDesk] => {
  const [wire, service]: [Wire, LittleService] = [{ sent: [] }, { spent: 0, charged: new Set() }];
  const [till, office] = [1, 2].map((number) => openMoneyDesk(wire, service, number, newPath()));
  if (till === undefined || office === undefined) throw new Error('no desks');
  desks.push(till, office);
  return [till, office];
};
const sold = async () => {
  const [till, office] = two();
  till.write('anna', { name: 'Anna' });
  till.price('anna', 50_000);
  const purchaseId = await till.buy('answered', 1, 'anna');
  settle(desks);
  return { till, office, purchaseId };
};
const bothOwe = (kopecks: number, payments: number): void => {
  settle(desks);
  expect(desks.map((desk) => [desk.owes('anna'), desk.money().payments.length])).toEqual([
    [kopecks, payments],
    [kopecks, payments],
  ]);
};
const receive = (desk: MoneyDesk, amountKopecks: number, note = '') =>
  desk.actions.receive('a', {
    clientId: desk.idOf('anna'),
    amountKopecks,
    note,
    day: localDate(desk.clock.now()),
  });

describe('a payment', () => {
  it('for a sale that two computers mark as paid is one payment', async () => {
    const { till, office, purchaseId } = await sold();
    till.actions.paid('a', purchaseId);
    office.actions.paid('a', office.newestPurchase());
    expect([till.owes('anna'), office.owes('anna')]).toEqual([0, 0]);
    bothOwe(0, 1);
    expect(till.money()).toEqual(office.money());
  });

  it('for the rest of a sale is another one, whichever computer records it', async () => {
    const { till, office, purchaseId } = await sold();
    till.actions.paid('a', purchaseId);
    settle(desks);
    const sale = { purchaseId, clientId: null, priceKopecks: 60_000, dueDay: null };
    till.actions.set('a', sale);
    settle(desks);
    till.actions.paid('a', purchaseId);
    office.actions.paid('a', office.newestPurchase());
    bothOwe(0, 2);
  });

  it('that was undone can be recorded again', async () => {
    const { till, office, purchaseId } = await sold();
    await till.actions.paid('a', purchaseId).undo();
    settle(desks);
    office.actions.paid('a', office.newestPurchase());
    bothOwe(0, 1);
  });

  it('of everything owed is one when two computers record it, and any other amount is two', async () => {
    const { till, office } = await sold();
    for (const desk of [till, office]) receive(desk, 50_000, `noted by ${desk === till ? 'the till' : 'the office'}`);
    bothOwe(0, 1);
    for (const desk of [till, office]) receive(desk, 20_000);
    bothOwe(-40_000, 3);
  });

  it('of everything owed is a second one when the first is known', async () => {
    const { till } = await sold();
    receive(till, 50_000);
    receive(till, 50_000);
    bothOwe(-50_000, 2);
  });

  it('ahead for earlier purchases is one when two computers give prices to them', async () => {
    const [till, office] = two();
    till.write('anna', { name: 'Anna' });
    await till.buy('answered', 1, 'anna');
    till.price('anna', 50_000);
    settle(desks);
    for (const desk of [till, office]) await desk.actions.priceEarlier('a', true);
    bothOwe(0, 1);
  });
});

describe('a debt in a file', () => {
  const LINE = { file: 'digest', line: 2 };
  const imported = (): readonly [MoneyDesk, MoneyDesk] => {
    const [till, office] = two();
    for (const desk of [till, office]) {
      desk.write('anna', { name: 'Anna' });
      desk.fileSays('anna', 50_000, LINE);
    }
    return [till, office];
  };

  it('that two computers import is owed once, even if one of them knew a part of it', async () => {
    imported();
    bothOwe(50_000, 1);
    for (const desk of desks.splice(0)) desk.close();
    const [till, office] = two();
    till.write('anna', { name: 'Anna' });
    till.price('anna', 20_000);
    await till.buy('answered', 1, 'anna');
    till.fileSays('anna', 50_000, LINE);
    office.write('anna', { name: 'Anna' });
    office.fileSays('anna', 50_000, LINE);
    bothOwe(50_000, 1);
  });

  it('is not owed again when the same file is imported after it was paid', () => {
    const [till, office] = imported();
    settle(desks);
    till.pay('anna', 30_000);
    settle(desks);
    office.fileSays('anna', 50_000, LINE);
    bothOwe(20_000, 2);
  });

  it('of another line or another file is another one', () => {
    const [till, office] = imported();
    till.pay('anna', 50_000);
    settle(desks);
    till.fileSays('anna', 50_000, { ...LINE, line: 3 });
    settle(desks);
    office.pay('anna', 50_000);
    office.fileSays('anna', 50_000, { ...LINE, file: 'of the next month' });
    bothOwe(50_000, 5);
  });
});
