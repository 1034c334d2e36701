import { beforeEach, describe, expect, it } from 'vitest';
import { REMOVED } from '#core/catalogue/trash/removal-states.ts';
import type { RecordChange } from '#core/sync/model/record-change.ts';
import { keepDeskFiles } from './desk-files.ts';
import { oneOfEach, toldOf, validThings } from './hostile-things.ts';
import { type LittleDesk, openLittleDesk, settle, type Wire } from './little-desk.ts';

const { desks, newPath } = keepDeskFiles<LittleDesk>();
const NOW = Date.UTC(2026, 5, 1);

let one: LittleDesk;
let two: LittleDesk;
beforeEach(() => {
  const wire: Wire = { sent: [] };
  for (const number of [1, 2]) desks.push(openLittleDesk(wire, number, newPath()));
  [one, two] = desks as [LittleDesk, LittleDesk];
  one.write('anna', { name: 'Anna', note: 'first', tags: ['vip'] });
  settle(desks);
});

let counter = 0;
/** Returns a timestamp of the computer with that mark, later than all earlier writes. */
const stamp = (ms = NOW): string => {
  counter += 1;
  return `${ms.toString(16).padStart(12, '0')}${counter.toString(16).padStart(4, '0')}deadbeef`;
};
const annaUid = (): string =>
  two.docs().outgoing()?.records[0]?.uid ?? two.db.value<string>('SELECT uid FROM shared_docs') ?? '';
const tell = (fields: RecordChange['fields'], uid = annaUid(), kind = 'client') =>
  two.docs().apply([{ kind, uid, fields }]);
const sums = () =>
  two
    .docs()
    .aside.sums()
    .map(({ reason, count }) => ({ reason, count }));

describe('a message of another computer', () => {
  it('is taken field by field: invalid fields are set aside, the rest is not', () => {
    tell({ note: [stamp(), [7], null], name: [stamp(), ['Anna K.', 'anna k.'], null] });
    expect(two.dump().clients).toMatchObject([{ name: 'Anna K.', note: 'first' }]);
    expect(sums()).toEqual([{ reason: 'unfit', count: 1 }]);
  });

  it.each(['2026-02-30', '2026-99-99', '0000-00-00'])('names no day that does not exist, such as %s', (due) => {
    const records = oneOfEach();
    two.docs().apply(records.filter(({ kind }) => kind !== 'sale'));
    const sale = validThings(0).sale ?? {};
    two.docs().apply([toldOf('sale', 0, { ...sale, due: [due] })]);
    expect(two.db.values('SELECT due_day FROM sales')).not.toContain(due);
    expect(sums()).toEqual([{ reason: 'unfit', count: 1 }]);
  });

  it('replaces a value that was set aside when it is later and valid', () => {
    tell({ note: [stamp(), [7], null] });
    tell({ note: [stamp(), ['second'], null] });
    expect(two.dump().clients).toMatchObject([{ note: 'second' }]);
    expect(sums()).toEqual([]);
  });

  it('is kept as it came if its kind or field is unknown to this app', () => {
    const birthday = { birthday: [stamp(), [[1, 'x']], null] } as const;
    const made = { made: [stamp(), ['a'], null] } as const;
    tell(birthday);
    tell(made, 'm'.repeat(22), 'moon');
    tell(JSON.parse(`{"__proto__":["${stamp()}",[1],null]}`) as RecordChange['fields']);
    expect(two.docs().aside.things()).toMatchObject([
      { kind: 'client', fields: birthday },
      { kind: 'moon', fields: made },
    ]);
    expect(sums()).toEqual([{ reason: 'unknown', count: 3 }]);
    expect(two.docs().aside.hidesMoney()).toBe(true);
  });

  it('names another record by its name alone, never by a number of this desk', () => {
    tell(
      { made: [stamp(), [1, NOW], null], event: [stamp(), ['{"name":"password-reset"}'], null] },
      'e'.repeat(22),
      'event',
    );
    expect(two.db.value('SELECT count(*) FROM client_events')).toBe(0);
    expect(sums()).toEqual([{ reason: 'unfit', count: 1 }]);
  });

  it('is refused with a message that this app knows', () => {
    tell({ [REMOVED]: [stamp(), 'gone', null] });
    expect(two.dump().clients).toHaveLength(1);
    expect(sums()).toEqual([{ reason: 'unfit', count: 1 }]);
  });
});

describe('a change that is dated ahead', () => {
  /** Opens desks that know the time. */
  const timed = () => {
    let now = one.clock.now();
    const wire: Wire = { sent: [], now: () => now };
    const [first, second] = [3, 4].map((number) => openLittleDesk(wire, number, newPath())) as [LittleDesk, LittleDesk];
    desks.push(first, second);
    first.write('anna', { note: 'first' });
    settle([first, second]);
    return {
      first,
      second,
      pass: (ms: number) => {
        now += ms;
      },
      now: () => now,
    };
  };

  it('is not applied, does not date later writes, and is applied when its time has come', () => {
    const { first, second, pass, now } = timed();
    const uid = second.db.value<string>("SELECT uid FROM shared_docs WHERE kind = 'client'") ?? '';
    const hour = 3_600_000;
    const soon = Math.max(now(), second.clock.now()) + hour;
    const end = `ffffffffffffffffdeadbeef`;
    second.docs().apply([{ kind: 'client', uid, fields: { archived: [end, [1], null] } }]);
    second.docs().apply([{ kind: 'client', uid, fields: { note: [stamp(soon), ['of the future'], null] } }]);
    expect(second.dump().clients).toMatchObject([{ note: 'first', archived: 0 }]);
    expect(second.docs().aside.sums()).toMatchObject([{ reason: 'ahead', mark: 'deadbeef', count: 2 }]);
    second.write('anna', { name: 'Anna' });
    settle([first, second]);
    expect((second.stamps().last() ?? 'f') < stamp(soon)).toBe(true);
    pass(2 * hour);
    second.setClock(2);
    settle([first, second]);
    expect(second.dump().clients).toMatchObject([{ name: 'Anna', note: 'of the future', archived: 0 }]);
  });

  it('gets present timestamps here once the time is known, in the order in which it was written', () => {
    const { first, second } = timed();
    first.setClock(24 * 365 * 50);
    first.write('boris', { note: 'one' });
    first.stamp();
    first.write('boris', { note: 'two', tags: ['vip'] });
    first.remove('anna');
    first.stamp();
    settle([first, second]);
    expect(second.dump().clients).toMatchObject([{ client_key: 'boris', note: 'two', tags: '["vip"]' }]);
    expect(second.dump()).toEqual(first.dump());
    expect(second.docs().aside.sums()).toEqual([]);
    expect(first.docs().countUnpublished()).toBe(0);
  });

  it('and was also applied by a computer whose clock is ahead gives way to its present timestamp', () => {
    const now = one.clock.now();
    const wire: Wire = { sent: [], now: () => now };
    const [first, second] = [5, 6].map((number) => openLittleDesk(wire, number, newPath())) as [LittleDesk, LittleDesk];
    desks.push(first, second);
    // Neither has heard the time yet.
    for (const desk of [first, second]) desk.setClock(1);
    first.write('anna', { note: 'ahead' });
    first.stamp();
    const outgoing = first.docs().outgoing();
    second.docs().apply(outgoing?.records ?? []);
    outgoing?.sent();
    expect(second.dump().clients).toMatchObject([{ note: 'ahead' }]);
    // The first one hears it now, but not the second.
    first.push(true);
    first.write('anna', { note: 'corrected' });
    first.push(true);
    for (const batch of wire.sent) second.docs().apply(JSON.parse(batch) as RecordChange[]);
    expect(second.dump().clients).toMatchObject([{ note: 'corrected' }]);
    const stamps = ({ db }: LittleDesk) => db.values("SELECT timestamps FROM shared_docs WHERE kind = 'client'");
    expect(stamps(second)).toEqual(stamps(first));
  });
});
