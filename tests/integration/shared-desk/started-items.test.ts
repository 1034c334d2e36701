import { beforeEach, describe, expect, it } from 'vitest';
import {
  createDueItemStates,
  endDueItem,
  findOrInsertDueItem,
  startDueItem,
  startedDueItems,
} from '#core/automation/standing/due-item-repository.ts';
import { enabledOrders, saveOrder } from '#core/automation/standing/standing-repository.ts';
import { settleRestored } from '#core/desk/settle-restored.ts';
import { becomeAnotherComputer } from '#core/sync/membership/membership.ts';
import type { RecordChange } from '#core/sync/model/record-change.ts';
import { NO_CONDITIONS } from '#shared/domain/standing-rules.ts';
import { keepDeskFiles } from './desk-files.ts';
import { type LittleDesk, openLittleDesk, settle, type Wire } from './little-desk.ts';

const { desks, newPath } = keepDeskFiles<LittleDesk>();

let wire: { sent: string[] } & Wire;
let one: LittleDesk;
let two: LittleDesk;
const open = (number: number, path = newPath()): LittleDesk => {
  const desk = openLittleDesk(wire, number, path);
  desks.push(desk);
  desk.join();
  return desk;
};
beforeEach(() => {
  wire = { sent: [] };
  one = open(1);
  two = open(2);
  saveOrder(
    one.db,
    'a',
    undefined,
    {
      name: 'Renewals',
      mode: 'do',
      targets: { of: 'tag', tag: 'vip' },
      action: { kind: 'vpn-renew', periodMonths: 1, daysBefore: 3 },
      ceilingKopecks: 50_000,
      monthCapKopecks: 500_000,
      hours: null,
      zone: 'UTC',
      ...NO_CONDITIONS,
    },
    one.clock.now(),
  );
  settle(desks);
});

const orderIn = ({ db }: LittleDesk) => {
  const [order] = enabledOrders(db, 'a');
  if (order === undefined) throw new Error('it has no order');
  return order;
};
const DUE = { target: 'u', version: 5_000_000, dueAt: 1_000, clientId: null, proxyId: null, endsAt: null } as never;
const itemIn = (desk: LittleDesk) => findOrInsertDueItem(desk.db, orderIn(desk), DUE, desk.clock.now());
const start = (desk: LittleDesk): void => {
  const { db, clock } = desk;
  const dueItemStates = createDueItemStates(db, { isStrict: true, logger: console });
  const runId = db.run(`INSERT INTO runs (account_id, kind, title, state, done, total, started_at)
    VALUES ('a', 'purchases', '', 'running', 0, 1, 0)`).lastId;
  startDueItem({ db, dueItemStates }, itemIn(desk).id, runId, 0, clock.now());
};
/** Returns who has started the item, as far as this computer knows. */
const starterIn = (desk: LittleDesk): 'this' | 'others' | 'nobody' => {
  const { id } = orderIn(desk);
  const [here, elsewhere] = [startedDueItems(desk.db, id, 'this'), startedDueItems(desk.db, id, 'others')];
  return here.length > 0 ? 'this' : elsewhere.length > 0 ? 'others' : 'nobody';
};
/** Returns the marks of the item's starter in the order in which they were published. */
const published = (): readonly unknown[] =>
  wire.sent
    .flatMap((batch) => JSON.parse(batch) as RecordChange[])
    .flatMap(({ kind, fields }) => (kind === 'occasion' && fields.begun !== undefined ? [fields.begun[1]] : []));

/** Publishes, as a third computer and later than everything else, who started the item. */
const hear = (mark: string): void => {
  const uid = one.db.value<string>("SELECT uid FROM shared_docs WHERE kind = 'occasion'") ?? '';
  const at = (two.clock.now() + 60_000).toString(16).padStart(12, '0');
  const told: readonly RecordChange[] = [
    { kind: 'occasion', uid, fields: { begun: [`${at}0000deadbeef`, [mark], null] } },
  ];
  wire.sent.push(JSON.stringify(told));
  settle(desks);
};

describe('who has started an item', () => {
  it('is published as the mark of the computer, and as an empty one once the outcome is known', () => {
    itemIn(one);
    settle(desks);
    expect(published()).toEqual([['']]);
    start(one);
    settle(desks);
    expect(published()).toEqual([[''], ['11111111']]);
    expect([starterIn(one), starterIn(two)]).toEqual(['this', 'others']);
    endDueItem(one.db, itemIn(one).id);
    settle(desks);
    expect(published()).toEqual([[''], ['11111111'], ['']]);
    expect([starterIn(one), starterIn(two)]).toEqual(['nobody', 'nobody']);
  });

  it('is known to a computer that joins, and by every computer that reads everything again', () => {
    start(one);
    settle(desks);
    const three = open(3);
    settle(desks);
    expect(starterIn(three)).toBe('others');
    for (const desk of desks) desk.republishAll();
    for (const desk of desks) desk.readAgain();
    settle(desks);
    expect(desks.map(starterIn)).toEqual(['this', 'others', 'others']);
    for (const mark of published()) expect(mark).toEqual(['11111111']);
  });

  it.each([
    ['', 'nobody', 'nobody'],
    ['11111111', 'this', 'others'],
    ['22222222', 'others', 'this'],
    ['33333333', 'others', 'others'],
    ['-', 'others', 'others'],
  ])('is read from the mark "%s"', (mark, here, there) => {
    start(one);
    start(two);
    settle(desks);
    hear(mark);
    expect([starterIn(one), starterIn(two)]).toEqual([here, there]);
  });

  it.each(['someone', '1111111', '111111111', '--'])('is not read from "%s", which is not a mark', (mark) => {
    start(one);
    settle(desks);
    hear(mark);
    expect([starterIn(one), starterIn(two)]).toEqual(['this', 'others']);
  });

  it('is not a computer that could say how it ended after the desk was restored from a copy', () => {
    start(one);
    settle(desks);
    settleRestored(one.db, one.clock);
    settle(desks);
    expect([starterIn(one), starterIn(two)]).toEqual(['others', 'others']);
    expect(published().at(-1)).toEqual(['-']);
  });

  it('is the same for an item that the restored copy does not contain', () => {
    start(two);
    settle(desks);
    // The second computer forgets the item, as its copy from before does, and reads what it had published itself.
    two.db.run('INSERT INTO shared_quiet (is_on) VALUES (1)');
    two.db.run('DELETE FROM due_items');
    two.db.run("DELETE FROM shared_docs WHERE kind = 'occasion'");
    two.db.run('DELETE FROM shared_quiet');
    two.readAgain();
    settle(desks);
    expect([starterIn(one), starterIn(two)]).toEqual(['others', 'others']);
  });

  it('stays with the former identity of a computer that gets another one', () => {
    start(one);
    settle(desks);
    one.db.transaction(() => becomeAnotherComputer(one.db, 'a', '4'.repeat(8), 'Clone'));
    expect(starterIn(one)).toBe('others');
    settle(desks);
    expect(published().at(-1)).toEqual(['11111111']);
    expect(starterIn(two)).toBe('others');
  });
});
