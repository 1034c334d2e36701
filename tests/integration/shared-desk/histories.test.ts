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

/** `isTimed`: the time is known where they meet, and the computers' clocks may be days ahead of it. */
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
  fc.constant((desk: LittleDesk) => desk.republishAll()),
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

  it('keep what each of them wrote into different fields', () => {
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
    // The second computer's clock is ahead, so its text is the later one.
    expect(one.dump().clients).toMatchObject([{ note: 'asks for France' }]);
    expect(one.conflicts()).toEqual([{ field: 'note', value: 'asks for Germany' }]);
    two.write('anna', { note: 'asks for both' });
    settle(desks);
    expect(one.conflicts()).toHaveLength(1);
  });

  it('keep hand-over texts that lost against later ones, even when the later ones were the app’s own', () => {
    const [one, two] = three();
    one.template('ru', 'Привет!');
    settle(desks);
    one.template('ru', 'Привет, {name}!');
    two.template('ru', null);
    settle(desks);
    expect(one.dump().templates).not.toContain('Привет, {name}!');
    expect(one.conflicts()).toEqual([{ field: 'text', value: 'Привет, {name}!' }]);
  });

  it('keep a client that was changed after it was removed elsewhere', () => {
    const [one, two] = three();
    one.write('anna', { name: 'Anna', note: 'old' });
    settle(desks);
    one.remove('anna');
    one.purge('anna');
    two.write('anna', { note: 'bought again' });
    settle(desks);
    expect(one.dump().clients).toMatchObject([{ name: 'Anna', note: 'bought again' }]);
  });

  it('keep a client with all its contents when another computer has deleted it for good', async () => {
    const [one, two, other] = three();
    one.write('anna', { name: 'Anna', note: 'old', tags: ['vip', 'shop'] });
    one.traffic('anna', 3);
    // A list generated for the client keeps the client's name in the ledger.
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

  it('keep the contents with which a client is restored, even if somebody has read it again before', () => {
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

  it('keep the reading of a pool that was requested later, whichever answer came first', () => {
    const [one, two] = three();
    one.write('anna', { name: 'Anna' });
    settle(desks);
    // Both clocks show the same time.
    one.setClock(1);
    two.traffic('anna', 3, 10_000);
    one.write('anna', { note: 'a second later' });
    one.traffic('anna', 5);
    settle(desks);
    for (const desk of desks) expect(desk.dump().clients).toMatchObject([{ traffic_gb: 5 }]);
    // A clock behind all others dates nothing back: the next request is the newest.
    one.setClock(-9);
    one.traffic('anna', 1, 10_000);
    settle(desks);
    for (const desk of desks) expect(desk.dump().clients).toMatchObject([{ traffic_gb: 1 }]);
  });

  it('delete again what a computer that had not deleted it yet publishes once more', async () => {
    const [one, two] = three();
    one.write('anna', { name: 'Anna', note: 'nobody else’s business' });
    await one.list('anna', 1);
    settle(desks);
    one.remove('anna');
    settle(desks);
    one.purge('anna');
    // Its database was restored to an older state.
    two.republishAll();
    settle(desks);
    // This happens at the next start.
    for (const desk of desks) desk.purge('anna');
    settle(desks);
    for (const { db } of desks) expect(db.all('SELECT note FROM clients')).toEqual([{ note: '' }]);
  });

  it('keep what was written while a clock was years ahead, and date nothing by it', () => {
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
      expect((desk.stamps().last() ?? 'f') < '01a0').toBe(true);
    }
  });

  it('know the client of a list even if the client was removed before the desk was shared', async () => {
    const [one, two, other] = three();
    one.write('anna', { name: 'Anna', note: 'nobody else’s business', tags: ['vip'] });
    await one.list('anna', 1);
    one.remove('anna');
    settle(desks);
    for (const desk of desks) expect(desk.dump()).toMatchObject({ clients: [], lists: [{ owner: 'anna' }] });
    for (const { db } of [two, other])
      expect(db.all('SELECT name, note FROM clients')).toEqual([{ name: 'Anna', note: '' }]);
    // Another computer sells to the client again, and no note or tag from before the removal returns.
    two.write('anna', { note: 'new here', tags: ['shop'] });
    settle(desks);
    for (const desk of desks)
      expect(desk.dump().clients).toMatchObject([{ name: 'Anna', note: 'new here', tags: '["shop"]' }]);
  });

  it('keep a client who was removed earlier on one computer, and exists on another', async () => {
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

  it('know the client of a list even if the client was deleted for good before they joined', async () => {
    const wire: Wire = { sent: [] };
    const one = open(wire, 1);
    one.write('anna', { name: 'Anna', note: 'old' });
    await one.list('anna', 1);
    one.push(true);
    one.remove('anna');
    one.purge('anna');
    one.push(true);
    // Only the current state remains, as in a snapshot.
    wire.sent.length = 0;
    one.republishAll();
    while (one.push(true));
    const two = open(wire, 2);
    settle([one, two]);
    expect(two.dump().lists).toMatchObject([{ owner: 'anna' }]);
    expect(two.dump()).toEqual(one.dump());
  });

  it('remove a tag from a client that survived a removal', () => {
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

  it('dismiss everywhere what one of them dismissed, and restore it when that is undone', () => {
    const [one, two, other] = three();
    one.write('anna', { name: 'Anna' });
    settle(desks);
    for (const desk of [one, two]) desk.raiseAlert('anna', 3, 1);
    expect([one.bell(), two.bell(), two.unnotified()]).toEqual([[['anna', 3, true]], [['anna', 3, true]], 1]);
    const takeBack = one.dismissAlerts();
    settle(desks);
    // A computer that finds the same alert later announces nothing any more.
    other.raiseAlert('anna', 7, 1);
    expect([one.bell(), two.bell(), other.bell()]).toEqual([[], [], []]);
    expect([two.unnotified(), other.unnotified()]).toEqual([0, 0]);
    takeBack();
    settle(desks);
    expect([one.bell(), two.bell()]).toEqual([[['anna', 3, true]], [['anna', 3, true]]]);
    expect(two.unnotified()).toBe(0);
  });

  it('mark as read what one of them has read, and announce the next stage or a new end', () => {
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
    expect([one.bell(), one.unnotified()]).toEqual([[['anna', 3, true]], 1]);
  });
});
