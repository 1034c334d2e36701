import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepDeskFiles } from './desk-files.ts';
import { type Step, workStep } from './history-steps.ts';
import { type LittleDesk, openLittleDesk, settle, type Wire } from './little-desk.ts';

const { desks, closeAll, newPath } = keepDeskFiles<LittleDesk>();

const open = (wire: Wire, number: number): LittleDesk => {
  const desk = openLittleDesk(wire, number, newPath());
  desks.push(desk);
  return desk;
};

/** `isTimed`: the time is known where they meet, and theirs may be days ahead of it. */
const three = (isTimed = false): readonly [LittleDesk, LittleDesk, LittleDesk] => {
  let now = Date.UTC(2026, 0, 5);
  const pass = (): number => {
    now += 1_000;
    return now;
  };
  const wire: Wire = isTimed ? { sent: [], now: pass } : { sent: [] };
  return [open(wire, 1), open(wire, 2), open(wire, 3)];
};

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 27, arbitrary: workStep },
  fc.boolean().map((isAnswered) => (desk: LittleDesk) => void desk.push(isAnswered)),
  fc.integer({ min: 1, max: 4 }).map((most) => (desk: LittleDesk) => desk.pull(most)),
  fc.constant((desk: LittleDesk) => desk.readAgain()),
  fc.constant((desk: LittleDesk) => desk.tellAgain()),
);
const history = fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), step), { minLength: 1, maxLength: 40 });

describe('three desks that share', () => {
  it('end equal, whatever was done in whatever order, and whatever their clocks say', {
    timeout: 600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.boolean(), async (steps, isTimed) => {
        const made = three(isTimed);
        for (const [who, work] of steps) await work(made[who] ?? made[0]);
        settle(made);
        const [one, two, other] = made.map((desk) => desk.dump());
        expect(two).toEqual(one);
        expect(other).toEqual(one);
        closeAll();
      }),
      { numRuns: Number(process.env.HISTORIES ?? 25) },
    );
  });

  it('keep what each of them wrote into other fields', () => {
    const [one, two] = three();
    one.write('anna', { name: 'Anna' });
    settle(desks);
    one.write('anna', { note: 'pays on Fridays' });
    two.write('anna', { name: 'Anna K.', tags: ['vip'] });
    settle(desks);
    expect(one.dump().clients).toMatchObject([{ name: 'Anna K.', note: 'pays on Fridays', tags: '["vip"]' }]);
  });

  it('keep a note that lost against a later one, and only then', () => {
    const [one, two] = three();
    one.write('anna', { note: 'first' });
    settle(desks);
    one.write('anna', { note: 'asks for Germany' });
    two.write('anna', { note: 'asks for France' });
    settle(desks);
    // The second computer's clock is ahead, so that its text is the later one.
    expect(one.dump().clients).toMatchObject([{ note: 'asks for France' }]);
    expect(one.conflicts()).toEqual([{ field: 'note', value: 'asks for Germany' }]);
    two.write('anna', { note: 'asks for both' });
    settle(desks);
    expect(one.conflicts()).toHaveLength(1);
  });

  it('keep the words of a hand-over that lost against later ones, also when those were the app’s own', () => {
    const [one, two] = three();
    one.template('ru', 'Привет!');
    settle(desks);
    one.template('ru', 'Привет, {name}!');
    two.template('ru', null);
    settle(desks);
    expect(one.dump().templates).not.toContain('Привет, {name}!');
    expect(one.conflicts()).toEqual([{ field: 'text', value: 'Привет, {name}!' }]);
  });

  it('let a client stay that was changed after it was removed elsewhere', () => {
    const [one, two] = three();
    one.write('anna', { name: 'Anna', note: 'old' });
    settle(desks);
    one.remove('anna');
    one.purge('anna');
    two.write('anna', { note: 'bought again' });
    settle(desks);
    expect(one.dump().clients).toMatchObject([{ name: 'Anna', note: 'bought again' }]);
  });

  it('let it stay with all that was in it, where a computer has emptied it for good', async () => {
    const [one, two, other] = three();
    one.write('anna', { name: 'Anna', note: 'old', tags: ['vip', 'shop'] });
    one.traffic('anna', 3);
    // What was generated for it keeps its name in the ledger.
    await one.list('anna', 1);
    settle(desks);
    other.write('anna', { note: 'never told', tags: ['vip'] });
    other.remove('anna');
    one.remove('anna');
    one.purge('anna');
    two.setClock(9);
    two.archive('anna', true);
    settle(desks);
    expect(two.dump().clients).toMatchObject([{ name: 'Anna', archived: 1, tags: '["shop","vip"]', traffic_gb: 3 }]);
    for (const desk of [one, other]) expect(desk.dump()).toEqual(two.dump());
  });

  it('have what was in it when it was brought back, whoever had read it anew before', () => {
    const [one, two] = three();
    one.write('anna', { name: 'Anna', tags: ['vip'] });
    settle(desks);
    one.traffic('anna', 3);
    one.stamp();
    two.traffic('anna', 5);
    two.push(true);
    one.remove('anna');
    one.stamp();
    one.setClock(9);
    one.bringBack('anna');
    settle(desks);
    for (const desk of desks) expect(desk.dump().clients).toMatchObject([{ traffic_gb: 3 }]);
  });

  it('keep the reading of a pool that was asked for later, whichever answer came first', () => {
    const [one, two] = three();
    one.write('anna', { name: 'Anna' });
    settle(desks);
    // The clocks of both say the same.
    one.setClock(1);
    two.traffic('anna', 3, 10_000);
    one.write('anna', { note: 'a second later' });
    one.traffic('anna', 5);
    settle(desks);
    for (const desk of desks) expect(desk.dump().clients).toMatchObject([{ traffic_gb: 5 }]);
    // A clock that is behind all others dates nothing back: what is asked for next is the newest.
    one.setClock(-9);
    one.traffic('anna', 1, 10_000);
    settle(desks);
    for (const desk of desks) expect(desk.dump().clients).toMatchObject([{ traffic_gb: 1 }]);
  });

  it('empty again what a computer that had not emptied it yet tells once more', async () => {
    const [one, two] = three();
    one.write('anna', { name: 'Anna', note: 'nobody else’s business' });
    await one.list('anna', 1);
    settle(desks);
    one.remove('anna');
    settle(desks);
    one.purge('anna');
    // Its database was put back to an older state.
    two.tellAgain();
    settle(desks);
    // As at the next start.
    for (const desk of desks) desk.purge('anna');
    settle(desks);
    for (const { db } of desks) expect(db.all('SELECT note FROM clients')).toEqual([{ note: '' }]);
  });

  it('have what was written while a clock was years ahead, and date nothing by it', () => {
    const [one, two] = three(true);
    one.write('anna', { note: 'first' });
    settle(desks);
    two.setClock(24 * 365 * 73);
    two.write('anna', { note: 'of 2099' });
    two.write('boris', { note: 'new' });
    two.stamp();
    settle(desks);
    for (const desk of desks)
      expect(desk.dump().clients).toMatchObject([{ note: 'of 2099' }, { client_key: 'boris', note: 'new' }]);
    one.setClock(1);
    one.write('anna', { note: 'of today' });
    settle(desks);
    for (const desk of desks) {
      expect(desk.dump().clients).toMatchObject([{ note: 'of today' }, { note: 'new' }]);
      expect(desk.stamps().last() < '01a0').toBe(true);
    }
  });

  it('know whose a list is whose client was removed before the desk was shared', async () => {
    const [one, two, other] = three();
    one.write('anna', { name: 'Anna', note: 'nobody else’s business', tags: ['vip'] });
    await one.list('anna', 1);
    one.remove('anna');
    settle(desks);
    for (const desk of desks) expect(desk.dump()).toMatchObject({ clients: [], lists: [{ owner: 'anna' }] });
    for (const { db } of [two, other])
      expect(db.all('SELECT name, note FROM clients')).toEqual([{ name: 'Anna', note: '' }]);
    // Sold to again on another computer: no note and no tag of what was removed comes back with it.
    two.write('anna', { note: 'new here', tags: ['shop'] });
    settle(desks);
    for (const desk of desks)
      expect(desk.dump().clients).toMatchObject([{ name: 'Anna', note: 'new here', tags: '["shop"]' }]);
  });

  it('have one that was removed before on one computer, and is there on another', async () => {
    const [one, two] = three();
    one.write('anna', { name: 'Anna', note: 'old', tags: ['vip'] });
    await one.list('anna', 1);
    one.remove('anna');
    two.write('anna', { note: 'new', tags: ['shop'] });
    settle(desks);
    for (const desk of desks)
      expect(desk.dump()).toMatchObject({ clients: [{ note: 'new', tags: '["shop"]' }], lists: [{ owner: 'anna' }] });
    expect(one.conflicts()).toEqual([]);
    const dumps = desks.map((desk) => desk.dump());
    expect(dumps[1]).toEqual(dumps[0]);
    expect(dumps[2]).toEqual(dumps[0]);
  });

  it('know the client of a sale who was emptied for good before they joined', async () => {
    const wire: Wire = { sent: [] };
    const one = open(wire, 1);
    one.write('anna', { name: 'Anna', note: 'old' });
    await one.list('anna', 1);
    one.push(true);
    one.remove('anna');
    one.purge('anna');
    one.push(true);
    // Only what a snapshot would have: all of it as it is now.
    wire.sent.length = 0;
    one.tellAgain();
    while (one.push(true));
    const two = open(wire, 2);
    settle([one, two]);
    expect(two.dump().lists).toMatchObject([{ owner: 'anna' }]);
    expect(two.dump()).toEqual(one.dump());
  });

  it('take off a tag of one that had stayed so', () => {
    const [one, two, other] = three();
    one.write('anna', { tags: ['vip', 'shop'] });
    settle(desks);
    one.remove('anna');
    two.setClock(9);
    two.archive('anna', true);
    settle(desks);
    other.write('anna', { tags: ['shop'] });
    settle(desks);
    for (const desk of desks) expect(desk.dump().clients).toMatchObject([{ tags: '["shop"]' }]);
  });

  it('forget on all computers what was removed last', () => {
    const [one, two, other] = three();
    two.write('anna', { note: 'old' });
    settle(desks);
    two.write('anna', { note: 'newer' });
    settle(desks);
    one.remove('anna');
    settle(desks);
    expect(other.dump().clients).toEqual([]);
    expect(two.dump().clients).toEqual([]);
  });

  it('merge what each had before, by the pair', () => {
    const [one, two] = three();
    one.write('anna', { name: 'Anna' });
    two.write('anna', { note: 'from the laptop', tags: ['vip'] });
    two.write('boris', {});
    settle(desks);
    expect(one.dump().clients).toMatchObject([
      { client_key: 'anna', name: 'Anna', note: 'from the laptop', tags: '["vip"]' },
      { client_key: 'boris' },
    ]);
    expect(two.dump()).toEqual(one.dump());
  });

  it('take off everywhere what one of them dismissed, and bring it back when that is taken back', () => {
    const [one, two, other] = three();
    one.write('anna', { name: 'Anna' });
    settle(desks);
    for (const desk of [one, two]) desk.raiseAlert('anna', 3, 1);
    expect([one.bell(), two.bell(), two.untold()]).toEqual([[['anna', 3, true]], [['anna', 3, true]], 1]);
    const takeBack = one.dismissAlerts();
    settle(desks);
    // One on which the same comes up later is told nothing any more.
    other.raiseAlert('anna', 7, 1);
    expect([one.bell(), two.bell(), other.bell()]).toEqual([[], [], []]);
    expect([two.untold(), other.untold()]).toEqual([0, 0]);
    takeBack();
    settle(desks);
    expect([one.bell(), two.bell()]).toEqual([[['anna', 3, true]], [['anna', 3, true]]]);
    expect(two.untold()).toBe(0);
  });

  it('have read what one of them has read, and are told when it comes nearer or begins anew', () => {
    const [one, two] = three();
    one.write('anna', { name: 'Anna' });
    settle(desks);
    for (const desk of [one, two]) desk.raiseAlert('anna', 3, 1);
    one.readAlerts();
    settle(desks);
    expect(two.bell()).toEqual([['anna', 3, false]]);
    two.raiseAlert('anna', 0, 1);
    expect(two.bell()).toEqual([['anna', 0, true]]);
    one.dismissAlerts();
    settle(desks);
    expect(two.bell()).toEqual([['anna', 0, true]]);
    two.dismissAlerts();
    settle(desks);
    one.raiseAlert('anna', 3, 2);
    expect([one.bell(), one.untold()]).toEqual([[['anna', 3, true]], 1]);
  });
});
