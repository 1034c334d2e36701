import { beforeEach, expect, it } from 'vitest';
import type { DocKind } from '#core/sync/model/doc-kind.ts';
import { KINDS } from '#core/sync/model/kinds.ts';
import type { RecordChange } from '#core/sync/model/record-change.ts';
import { sortKey } from '#shared/domain/fold-text.ts';
import { keepDeskFiles } from './desk-files.ts';
import { type LittleDesk, openLittleDesk, settle, type Wire } from './little-desk.ts';

const { desks, newPath } = keepDeskFiles<LittleDesk>();

/** The records of an older app, which knows no plans and no paid times. */
const EARLIER_KINDS: readonly DocKind[] = KINDS.map((kind) => {
  if (kind.name !== 'client') return kind;
  const { plan: _, paidUntil: __, ...fields } = kind.fields;
  return { ...kind, fields };
});

let wire: { sent: string[] } & Wire;
let one: LittleDesk;
let two: LittleDesk;
beforeEach(() => {
  wire = { sent: [] };
  for (const number of [1, 2]) desks.push(openLittleDesk(wire, number, newPath()));
  [one, two] = desks as [LittleDesk, LittleDesk];
  one.write('anna', { name: 'Anna', plan: '1 month', paidUntil: '2026-12-31' });
  settle(desks);
});

const annas = () => desks.map((desk) => desk.dump().clients[0]);

it('is exchanged with the plan, sorted as on the computer that wrote it', () => {
  const anna = { name: 'Anna', plan: '1 month', plan_sort: sortKey('1 month'), paid_until: '2026-12-31' };
  expect(annas()).toMatchObject([anna, anna]);
  two.write('anna', { plan: 'Ёлка', paidUntil: null });
  settle(desks);
  const cleared = { plan: 'Ёлка', plan_sort: sortKey('Ёлка'), paid_until: null };
  expect(annas()).toMatchObject([cleared, cleared]);
});

it('is merged field by field with what another computer changed at the same time', () => {
  one.write('anna', { paidUntil: '2027-01-31' });
  two.write('anna', { plan: '3 months', note: 'pays late' });
  settle(desks);
  const both = { plan: '3 months', paid_until: '2027-01-31', note: 'pays late' };
  expect(annas()).toMatchObject([both, both]);
});

it('is the later one of two that were written at the same time, and a plan that loses is kept', () => {
  one.write('anna', { plan: 'by one', paidUntil: '2027-01-31' });
  two.write('anna', { plan: 'by two', paidUntil: '2027-02-28' });
  settle(desks);
  const [here, there] = annas();
  expect(here).toEqual(there);
  expect(here).toMatchObject({ plan: 'by two', paid_until: '2027-02-28' });
  expect(one.conflicts()).toEqual([{ field: 'plan', value: 'by one' }]);
});

it('is set aside if a computer publishes what is not a day of the calendar', () => {
  const uid = two.db.value<string>("SELECT uid FROM shared_docs WHERE kind = 'client'") ?? '';
  const stamp = `${(two.clock.now() + 1_000).toString(16).padStart(12, '0')}0001deadbeef`;
  for (const [count, day] of ['2026-02-30', 'soon', '', '9999999-01-01', 7].entries()) {
    const changes: RecordChange[] = [{ kind: 'client', uid, fields: { paidUntil: [stamp, [day], null] } }];
    two.docs().apply(changes);
    expect([count, two.dump().clients[0]]).toMatchObject([count, { paid_until: '2026-12-31' }]);
  }
  expect(two.docs().aside.sums()).toMatchObject([{ reason: 'unfit', count: 1 }]);
});

it('passes through a computer with an older app, which keeps working and takes it over after its update', () => {
  const path = newPath();
  const older = openLittleDesk(wire, 3, path, { deskId: 'd', computerId: '3'.repeat(8) }, EARLIER_KINDS);
  settle([one, two, older]);
  older.write('anna', { note: 'by the older app' });
  settle([one, two, older]);
  one.write('anna', { paidUntil: '2027-01-31' });
  settle([one, two, older]);
  const known = { note: 'by the older app', plan: '1 month', paid_until: '2027-01-31' };
  expect(annas()).toMatchObject([known, known]);
  expect(older.dump().clients).toMatchObject([{ note: 'by the older app', plan: '', paid_until: null }]);
  older.close();
  const updated = openLittleDesk(wire, 3, path);
  desks.push(updated);
  updated.docs().retry('all');
  expect(updated.dump().clients).toMatchObject([{ ...known, plan_sort: sortKey('1 month') }]);
  settle(desks);
  expect(annas()).toMatchObject([known, known, known]);
});
