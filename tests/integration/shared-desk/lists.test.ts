import { describe, expect, it } from 'vitest';
import type { FieldValue } from '#core/sync/model/doc-rows.ts';
import type { RecordChange } from '#core/sync/model/record-change.ts';
import { keepDeskFiles } from './desk-files.ts';
import { type LittleDesk, openLittleDesk, settle, type Wire } from './little-desk.ts';

const { desks, newPath } = keepDeskFiles<LittleDesk>();

const DAYS = 24 * 3_600_000;

const open = (wire: Wire, number: number, path = newPath()): LittleDesk => {
  const desk = openLittleDesk(wire, number, path);
  desks.push(desk);
  return desk;
};
const two = (wire: Wire = { sent: [] }): readonly [LittleDesk, LittleDesk, Wire] => [
  open(wire, 1),
  open(wire, 2),
  wire,
];
const lists = (desk: LittleDesk) => desk.dump().lists;
const rowsOf = (desk: LittleDesk, table: string): number =>
  desk.db.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n ?? 0;
/** Counts how often lines of lists were published. */
const linesTold = ({ sent }: Wire, from = 0): number =>
  sent.slice(from).flatMap((batch) => (JSON.parse(batch) as RecordChange[]).filter(({ kind }) => kind === 'list-lines'))
    .length;

describe('a list of another computer', () => {
  it('arrives byte for byte, with its client, its name and its check results, and can be searched', async () => {
    const [one, other] = two();
    one.write('anna', { name: 'Anna' });
    await one.list('anna', 3);
    one.clock.jumpTo(one.clock.now() + 1_000);
    await one.lists.make(null, '', [{ domain: ['höst:1:u:пароль', '  a b:2:u:p '], ip: [] }], 'partial');
    one.lists.rename(0, 'Germany for the office');
    one.lists.check(0, 5);
    settle(desks);
    expect(lists(other)).toEqual(lists(one));
    expect(lists(other)).toMatchObject([
      { title: 'Germany for the office', owner: 'anna', state: 'complete', missing_lines: 0, line_count: 6 },
      { owner: null, state: 'partial', domain: 'höst:1:u:пароль\n  a b:2:u:p \n', ip: '' },
    ]);
    const search = (desk: LittleDesk, text: string) => desk.lists.search(text).map(({ title }) => title);
    expect(search(other, 'germany office')).toEqual(['Germany for the office']);
    // The other computer has not made the check, so it has no results for single lines.
    expect(other.lists.find(0)).toMatchObject({ runId: null, lastCheck: { runId: null, counts: { alive: 5 } } });
    expect(one.lists.find(0)).toMatchObject({ lastCheck: { runId: 7 } });
    // A new pair of the client applies to the list, too.
    other.rename('anna', 'vera');
    settle(desks);
    expect(lists(one)).toMatchObject([{ owner: 'vera', client_key: 'anna' }, {}]);
    expect(lists(other)).toEqual(lists(one));
  });

  it('arrives when it is finished, also when its computer finds it interrupted at the next start', async () => {
    const wire: Wire = { sent: [] };
    const path = newPath();
    const [one, other] = [open(wire, 1, path), open(wire, 2)];
    await one.lists.begin('anna');
    settle(desks);
    expect(lists(other)).toEqual([]);
    one.close();
    desks.splice(desks.indexOf(one), 1);
    const again = open(wire, 1, path);
    // This happens before the capture of writes begins.
    again.lists.endLeftovers();
    settle(desks);
    expect(lists(again)).toMatchObject([{ state: 'partial', line_count: 2, missing_lines: 0 }]);
    expect(lists(other)).toEqual(lists(again));
  });

  it('is one list if two computers have it from one copy, and its lines are published once', async () => {
    const wire: Wire = { sent: [] };
    const path = newPath();
    const first = openLittleDesk(wire, 1, path);
    await first.list('anna', 3);
    // Two lists made at the same moment from the same lines are still two lists.
    for (let times = 0; times < 2; times += 1) await first.lists.make(null, 'boris', [{ domain: ['a:1:b:c'], ip: [] }]);
    const before = lists(first);
    first.close();
    const copies = [1, 2].map((number) => open(wire, number, newPath(path)));
    for (const desk of copies) desk.join();
    copies[0]?.push(true);
    copies[1]?.pull(10);
    settle(copies);
    for (const desk of copies) expect(lists(desk)).toEqual(before);
    expect(linesTold(wire)).toBe(3 * 2 + 2);
  });

  it('differs from another one made at the same moment, for the same client and with the same lines', async () => {
    const [one, other] = two();
    other.clock.jumpTo(one.clock.now());
    for (const [desk, line] of [
      [one, 'gw:1:u:first'],
      [other, 'gw:1:u:second'],
    ] as const)
      await desk.lists.make(null, 'anna', [{ domain: [line], ip: [] }]);
    settle(desks);
    expect(lists(one)).toEqual(lists(other));
    expect(new Set(lists(one).map(({ domain }) => domain))).toEqual(new Set(['gw:1:u:first\n', 'gw:1:u:second\n']));
  });

  it('is packed by each computer on its own: packing is not a change, and older arriving lists are packed as well', async () => {
    const [one, other, wire] = two();
    await one.list('anna', 4);
    one.clock.jumpTo(one.clock.now() + 4 * DAYS);
    other.clock.jumpTo(one.clock.now());
    const size = (desk: LittleDesk) =>
      desk.db.get<{ n: number }>('SELECT sum(length(lines)) AS n FROM list_chunks')?.n ?? 0;
    const plain = size(one);
    one.join();
    await one.lists.packOld();
    expect(size(one)).toBeLessThan(plain);
    // The other computer has already packed everything up to now.
    await other.lists.packOld();
    settle(desks);
    expect(lists(other)).toEqual(lists(one));
    expect(size(other)).toBe(plain);
    const told = wire.sent.length;
    await other.lists.packOld();
    expect(size(other)).toBe(size(one));
    settle(desks);
    expect(wire.sent).toHaveLength(told);
    expect(lists(other)).toEqual(lists(one));
  });
});

describe('a removed list', () => {
  it('leaves no line on any computer, once each was started again', async () => {
    const [one, other] = two();
    await one.list('anna', 3);
    settle(desks);
    one.lists.remove(0);
    settle(desks);
    expect(lists(other)).toEqual([]);
    for (const desk of desks) desk.lists.purge();
    settle(desks);
    for (const desk of desks) {
      for (const table of ['lists', 'list_chunks', 'shared_outbox', 'shared_outbox_records'])
        expect(rowsOf(desk, table), table).toBe(0);
      expect(desk.db.all("SELECT uid FROM shared_docs WHERE kind = 'list-lines'")).toEqual([]);
    }
    expect(lists(one)).toEqual(lists(other));
  });

  it('is whole again everywhere when its removal is undone, even where some or all of it was already deleted', async () => {
    const wire: Wire = { sent: [] };
    const [one, some, all] = [open(wire, 1), open(wire, 2), open(wire, 3)];
    await one.list('anna', 6);
    settle(desks);
    const before = lists(one);
    one.lists.remove(0);
    settle(desks);
    some.lists.purgeSome();
    all.lists.purge();
    one.lists.undo();
    // It is not shown as whole before its lines have arrived.
    expect(one.push(true)).toBe(true);
    settle(desks);
    for (const desk of desks) expect(lists(desk)).toEqual(before);
  });

  it('is whole again where it was deleted, although a third computer published its lines before', async () => {
    const wire: Wire = { sent: [] };
    const [one, gone, other] = [open(wire, 1), open(wire, 2), open(wire, 3)];
    await one.list('anna', 3);
    settle(desks);
    const before = lists(one);
    one.lists.remove(0);
    one.push(true);
    gone.pull(10);
    gone.lists.purge();
    // It has not heard of that, and its database was restored to an older state.
    other.republishAll();
    while (other.push(true));
    one.lists.undo();
    one.stamp();
    one.pull(10);
    settle(desks);
    for (const desk of desks) expect(lists(desk)).toEqual(before);
  });

  it('is whole again on a computer that had deleted it before the desk was opened', async () => {
    const wire: Wire = { sent: [] };
    const path = newPath();
    const [one, other] = [open(wire, 1), open(wire, 2, path)];
    await one.list('anna', 3);
    settle([one, other]);
    const before = lists(one);
    one.lists.remove(0);
    settle([one, other]);
    other.close();
    desks.splice(desks.indexOf(other), 1);
    const again = open(wire, 2, path);
    // This happens before the capture of writes begins.
    again.lists.purge();
    one.lists.undo();
    settle(desks);
    for (const desk of desks) expect(lists(desk)).toEqual(before);
  });

  it('comes back from others to a computer that had removed it before the desk was shared', async () => {
    const wire: Wire = { sent: [] };
    const path = newPath();
    const first = openLittleDesk(wire, 1, path);
    await first.list('anna', 3);
    const before = lists(first);
    first.close();
    const [one, other] = [open(wire, 1, newPath(path)), open(wire, 2, newPath(path))];
    other.lists.remove(0);
    settle(desks);
    for (const desk of desks) expect(lists(desk)).toEqual(before);
    // That computer knows the lines as the others do, and a third one gets them from a snapshot of it.
    const parts = [...other.docs().all(other.db)].flat().filter(({ kind }) => kind === 'list-lines');
    expect(parts).toHaveLength(6);
    expect(lists(one)).toEqual(before);
  });
});

describe('lines that another computer publishes', () => {
  const told = async (change: (values: FieldValue[]) => void) => {
    const [one, other, wire] = two();
    await one.list('anna', 1);
    one.join();
    one.push(true);
    const all = JSON.parse(wire.sent.pop() ?? '[]') as RecordChange[];
    for (const { kind, fields } of all) {
      if (kind === 'list-lines') change(fields.made?.[1] as FieldValue[]);
    }
    wire.sent.push(JSON.stringify(all));
    one.write('vera', {});
    one.push(true);
    other.pull(10);
    return other;
  };
  it.each<[string, (values: FieldValue[]) => void]>([
    ['fewer than it says', (values) => values.splice(4, 1, 'one:1:u:p\n')],
    ['one that would be two in a file', (values) => values.splice(4, 1, 'one:1:u:p\r\ntwo\n')],
    ['no text', (values) => values.splice(4, 1, 7)],
    ['bytes in disguise', (values) => values.splice(4, 1, ['AAAA'])],
    ['of no variant', (values) => values.splice(1, 1, 'none')],
    ['before the first one', (values) => values.splice(2, 1, -5)],
  ])('are not accepted if they are not valid lines, and the list is never shown as whole: %s', async (_, change) => {
    const other = await told(change);
    expect(other.lists.find(0)).toMatchObject({ state: 'arriving', missingLines: 4 });
    expect(rowsOf(other, 'list_chunks')).toBe(0);
    // The other data is accepted.
    expect(other.dump().clients).toMatchObject([{ client_key: 'vera' }]);
  });

  it('make no list if it cannot be read as one', async () => {
    const [one, other, wire] = two();
    await one.list('anna', 1);
    one.join();
    one.push(true);
    wire.sent.push((wire.sent.pop() ?? '').replace('\\"formatId\\":1', '\\"formatId\\":9'));
    one.write('vera', {});
    one.push(true);
    other.pull(10);
    expect([rowsOf(other, 'lists'), rowsOf(other, 'list_chunks')]).toEqual([0, 0]);
    expect(other.dump().clients).toMatchObject([{ client_key: 'vera' }]);
  });
});

it('a list of any size is published in parts of bounded size, after everything else, and is whole with the last one', async () => {
  const [one, other, wire] = two();
  const answers = Array.from({ length: 4 }, () => one.lists.fresh(20_000));
  await one.lists.make(null, 'anna', answers);
  one.write('anna', { note: 'not behind the lines' });
  one.join();
  while (one.push(true));
  expect(wire.sent.length).toBeGreaterThan(8);
  for (const batch of wire.sent) expect(batch.length).toBeLessThan(2 * 1024 ** 2);
  for (let at = 0; at < wire.sent.length; at += 1) {
    other.pull(1);
    expect(other.dump().clients).toHaveLength(1);
    const list = other.lists.find(0);
    if (at < wire.sent.length - 1) expect(list).toMatchObject({ state: 'arriving', lineCount: 80_000 });
    else expect(list).toMatchObject({ state: 'complete', missingLines: 0 });
  }
  expect(lists(other)).toEqual(lists(one));
});
