import { beforeEach, describe, expect, it } from 'vitest';
import {
  enabledOrders,
  flawedOrders,
  ordersPage,
  type StandingDraft,
  saveOrder,
  setOrderRemoved,
  targetsOfOrder,
} from '#core/automation/standing/standing-repository.ts';
import { FORMER_DUE_ITEM_STATES } from '#core/platform/sqlite/earlier/former-words.ts';
import type { RecordChange } from '#core/sync/model/record-change.ts';
import { keepDeskFiles } from './desk-files.ts';
import { type LittleDesk, openLittleDesk, type Wire } from './little-desk.ts';

const { desks, newPath } = keepDeskFiles<LittleDesk>();

const TERMS: StandingDraft = {
  name: 'Renewals',
  action: { kind: 'vpn-renew', periodMonths: 1, daysBefore: 3 },
  targets: { of: 'tag', tag: 'vip' },
  mode: 'do',
  ceilingKopecks: 50_000,
  monthCapKopecks: 500_000,
  payment: 'any',
  timesEach: null,
  hours: null,
  zone: 'Europe/Berlin',
};

let wire: { sent: string[] } & Wire;
beforeEach(() => {
  wire = { sent: [] };
  for (const number of [1, 2, 3]) desks.push(openLittleDesk(wire, number, newPath()));
  for (const desk of desks) desk.join();
});

const orderOf = (desk: LittleDesk) => {
  const [order] = ordersPage(desk.db, 'a', 0, 9);
  if (order === undefined) throw new Error('it has no order');
  return { ...order, targets: targetsOfOrder(desk.db, order) };
};
/** Saves as the form does: all terms at once, with unchanged ones as they are here. */
const change = (desk: LittleDesk, terms: Partial<StandingDraft>): void => {
  desk.clock.jumpTo(desk.clock.now() + 1_000);
  const { id, action, ...rest } = orderOf(desk);
  saveOrder(desk.db, 'a', id, { ...rest, action: action ?? TERMS.action, ...terms }, desk.clock.now());
  desk.stamp();
};
/** Exchanges one after the other. Each reads the news before it writes, because nobody can write behind unread changes. */
const exchange = (desk: LittleDesk): void => {
  desk.pull(1_000);
  while (desk.push(true)) desk.pull(1_000);
};
const settle = (order: readonly LittleDesk[] = desks): void => {
  for (let before = -1; before !== wire.sent.length; ) {
    before = wire.sent.length;
    for (const desk of order) exchange(desk);
  }
};
const made = (terms: Partial<StandingDraft> = {}): readonly [LittleDesk, LittleDesk, LittleDesk] => {
  const [one, two, three] = desks;
  if (one === undefined || two === undefined || three === undefined) throw new Error('no desks');
  saveOrder(one.db, 'a', undefined, { ...TERMS, ...terms }, one.clock.now());
  settle();
  return [one, two, three];
};
const everywhere = (terms: object): void => {
  for (const desk of desks) expect(orderOf(desk)).toMatchObject(terms);
};

describe('terms of an order that two computers change without knowing of each other', () => {
  it('keep both changes if they concern two terms', () => {
    const [one, two] = made();
    change(one, { monthCapKopecks: 10_000 });
    change(two, { hours: { from: '09:00', to: '18:00' } });
    settle();
    everywhere({ monthCapKopecks: 10_000, hours: { from: '09:00', to: '18:00' }, overruled: [], flaw: null });
    change(one, { action: { kind: 'vpn-renew', periodMonths: 3, daysBefore: 3 } });
    change(two, { targets: { of: 'tag', tag: 'new' } });
    settle();
    everywhere({ action: { periodMonths: 3 }, targets: { of: 'tag', tag: 'new' } });
    change(one, { zone: 'Asia/Tokyo' });
    change(two, { ceilingKopecks: 40_000 });
    settle();
    everywhere({ zone: 'Asia/Tokyo', ceilingKopecks: 40_000 });
  });

  it.each([
    ['monthCapKopecks', 'cap', [10_000, 900_000], 10_000, 900_000],
    ['monthCapKopecks', 'cap', [900_000, 10_000], 10_000, 900_000],
    ['ceilingKopecks', 'ceiling', [20_000, 70_000], 20_000, 70_000],
    ['ceilingKopecks', 'ceiling', [70_000, 20_000], 20_000, 70_000],
  ] as const)('become the lower %s, on all computers', (field, term, [first, second], holds, lost) => {
    for (const order of [
      [0, 1, 2],
      [1, 0, 2],
      [2, 1, 0],
    ]) {
      const [one, two] = made({ monthCapKopecks: 500_000, ceilingKopecks: 50_000 });
      change(one, { [field]: first });
      change(two, { [field]: second });
      settle(order.flatMap((index) => desks[index] ?? []));
      everywhere({ [field]: holds, overruled: [{ term, kopecks: lost }] });
      // Saving it unchanged means that somebody has looked at it.
      change(one, {});
      settle();
      everywhere({ [field]: holds, overruled: [] });
      setOrderRemoved(one.db, orderOf(one).id, true);
      settle();
    }
  });

  it.each([
    ['timesEach', 'times', [3, 12], 3, { times: 12 }],
    ['timesEach', 'times', [12, 3], 3, { times: 12 }],
    ['timesEach', 'times', [null, 3], 3, { times: null }],
    ['payment', 'payment', ['no-debt', 'paid-ahead'], 'paid-ahead', { payment: 'no-debt' }],
    ['payment', 'payment', ['paid-ahead', 'any'], 'paid-ahead', { payment: 'any' }],
  ] as const)('become the stricter %s, on all computers', (field, term, [first, second], holds, lost) => {
    const [one, two] = made({ timesEach: 6, payment: field === 'payment' && second === 'any' ? 'no-debt' : 'any' });
    change(one, { [field]: first });
    change(two, { [field]: second });
    settle([two, one, ...desks]);
    everywhere({ [field]: holds, overruled: [{ term, ...lost }], flaw: null });
    change(two, {});
    settle();
    everywhere({ [field]: holds, overruled: [] });
  });

  it('become a limit if one computer removed it, and asking if one pays automatically', () => {
    const [one, two] = made({ mode: 'ask' });
    change(one, { monthCapKopecks: null });
    change(two, { monthCapKopecks: 600_000 });
    settle();
    everywhere({ monthCapKopecks: 600_000, overruled: [{ term: 'cap', kopecks: null }] });
    change(one, { mode: 'do', hours: { from: '09:00', to: '18:00' } });
    settle();
    change(one, { mode: 'ask' });
    settle([one]);
    change(two, { mode: 'ask' });
    change(two, { mode: 'do' });
    settle([two, one, ...desks]);
    everywhere({ mode: 'ask', overruled: [{ term: 'mode', mode: 'do' }] });
  });

  it('become what a computer that had seen the others set last', () => {
    const [one, two, three] = made();
    change(one, { monthCapKopecks: 10_000 });
    settle();
    change(two, { monthCapKopecks: 900_000 });
    settle([two]);
    change(two, { monthCapKopecks: 950_000 });
    settle([three, one, two]);
    everywhere({ monthCapKopecks: 950_000, overruled: [] });
    // With three computers, the lowest limit of all holds.
    change(one, { monthCapKopecks: 30_000 });
    change(two, { monthCapKopecks: 20_000 });
    change(three, { monthCapKopecks: 40_000 });
    settle([three, two, one]);
    everywhere({ monthCapKopecks: 20_000, overruled: [{ term: 'cap' }] });
  });

  it('become what was set last, if it changed again while it was published, or was published twice', () => {
    const [one, two, three] = made();
    change(one, { monthCapKopecks: 10_000 });
    const outgoing = one.docs().outgoing();
    wire.sent.push(JSON.stringify(outgoing?.records));
    change(one, { monthCapKopecks: 20_000 });
    outgoing?.sent();
    settle([two, three, one]);
    everywhere({ monthCapKopecks: 20_000, overruled: [] });
    // The answer to the published change was lost, but somebody has already seen the change.
    change(one, { monthCapKopecks: 30_000 });
    one.push(false);
    two.pull(1_000);
    change(two, { monthCapKopecks: 800_000 });
    settle([two, one, three]);
    everywhere({ monthCapKopecks: 800_000, overruled: [] });
  });

  it('stop the order if they no longer fit together, until somebody has saved them', () => {
    const [one, two] = made({ mode: 'ask', monthCapKopecks: null });
    change(one, { mode: 'do', monthCapKopecks: 500_000 });
    change(two, { ceilingKopecks: null });
    settle();
    everywhere({ mode: 'do', ceilingKopecks: null, flaw: 'mixed' });
    for (const desk of desks) expect(enabledOrders(desk.db, 'a')).toEqual([]);
    change(two, { ceilingKopecks: 40_000 });
    settle();
    everywhere({ flaw: null });
    expect(enabledOrders(one.db, 'a')).toHaveLength(1);
  });

  it('name the targets that one of the two chose, and never half of each', () => {
    const [one, two] = made({ action: { kind: 'dedicated-prolong', period: 30, daysBefore: 3 } });
    one.write('anna', {});
    settle();
    const clientId = one.db.value<number>('SELECT id FROM clients') ?? 0;
    change(one, { targets: { of: 'clients', clientIds: [clientId] } });
    settle();
    change(one, { targets: { of: 'proxies', proxyIds: [] } });
    change(two, { targets: { of: 'tag', tag: 'late' } });
    settle();
    const told = desks.map((desk) => orderOf(desk).targets);
    expect(new Set(told.map((targets) => JSON.stringify(targets))).size).toBe(1);
    everywhere({ targets: { of: 'tag', tag: 'late' } });
  });
});

describe('a computer whose desk was not converted yet', () => {
  it('says in its own words what was given up and what an order waits for, and the others know it', () => {
    const [one, ...others] = made();
    for (const [state, present] of Object.entries(FORMER_DUE_ITEM_STATES)) {
      one.db.run(
        `INSERT INTO due_items (account_id, order_id, target, version, due_at, missed, state, at)
          SELECT 'a', id, ?, 0, 0, 0, ?, 0 FROM standing_orders`,
        present,
        state,
      );
    }
    one.db.run(`UPDATE standing_orders SET blocked_reason_json = '{"code":"cap","leftKopecks":7}'`);
    one.stamp();
    settle();
    for (const { db } of others) {
      const items = db.all<{ target: string; state: string }>('SELECT target, state FROM due_items');
      expect(items).toHaveLength(Object.keys(FORMER_DUE_ITEM_STATES).length);
      for (const { target, state } of items) expect(state).toBe(target);
    }
    for (const desk of others) {
      expect(orderOf(desk)).toMatchObject({ flaw: null, blockedReason: { code: 'month-cap', leftKopecks: 7 } });
    }
  });
});

describe('an app that has the terms in one field', () => {
  const older = (desk: LittleDesk, values: readonly unknown[], base: string | null): readonly RecordChange[] => {
    const uid = desk.db.value<string>("SELECT uid FROM shared_docs WHERE kind = 'order'") ?? '';
    const at = (desk.clock.now() + 60_000).toString(16).padStart(12, '0');
    return [{ kind: 'order', uid, fields: { terms: [`${at}0000deadbeef`, values as never, base] } }];
  };
  const RENEW = JSON.stringify({ kind: 'vpn-renew', periodMonths: 6, daysBefore: 3 });

  it('is understood, and does not raise what was lowered without its knowledge', () => {
    const [one] = made();
    const base = one.db.value<string>("SELECT timestamps ->> '$.cap' FROM shared_docs WHERE kind = 'order'");
    change(one, { monthCapKopecks: 10_000 });
    settle();
    const told = older(one, [RENEW, 'tag', 'vip', 'do', 50_000, 500_000, '10:00', '12:00'], base);
    wire.sent.push(JSON.stringify(told));
    settle();
    everywhere({
      action: { periodMonths: 6 },
      hours: { from: '10:00', to: '12:00' },
      ceilingKopecks: 50_000,
      monthCapKopecks: 10_000,
      overruled: [{ term: 'cap', kopecks: 500_000 }],
      flaw: null,
    });
  });

  it('is set aside if the field is invalid, and the order does nothing until a later valid one', () => {
    const [one, two] = made();
    wire.sent.push(JSON.stringify(older(one, [RENEW, 'tag'], null)));
    settle();
    everywhere({ flaw: 'newer', monthCapKopecks: 500_000 });
    expect(enabledOrders(two.db, 'a')).toEqual([]);
    expect(flawedOrders(two.db, 'a')).toHaveLength(1);
  });
});
