import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProcedureInput } from '#shared/contract/index.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';

let desk: TestDesk;
beforeEach(async () => {
  desk = await startTestDesk();
});
afterEach(() => desk.close());

type Wanted = ProcedureInput<'savedFilters.save'>;
const DEBTORS: Wanted = {
  screen: 'clients',
  name: 'Debtors',
  filter: { search: 'msk', tags: ['vip'], owes: true },
  sort: { by: 'name', direction: 'desc' },
};

const save = (wanted: Partial<Wanted> = {}) => desk.call('savedFilters.save', { ...DEBTORS, ...wanted });
const all = () => desk.call('savedFilters.list', {});

describe('saved filters', () => {
  it('are listed by their names as they were saved', async () => {
    await save({ screen: 'purchases', name: 'This month', filter: { period: { name: 'thisMonth' } }, sort: null });
    const { id } = await save({ name: '  Debtors ' });
    expect(await all()).toEqual([
      { ...DEBTORS, id },
      { id: 1, screen: 'purchases', name: 'This month', filter: { period: { name: 'thisMonth' } }, sort: null },
    ]);
  });

  it('replace the one of the same name on the same screen, and no other', async () => {
    const { id } = await save();
    await save({ screen: 'dedicated', filter: {} });
    const again = await save({ filter: { stale: true }, sort: null });
    expect(again.id).toBe(id);
    expect((await all()).map(({ screen, filter }) => [screen, filter])).toEqual([
      ['clients', { stale: true }],
      ['dedicated', {}],
    ]);
  });

  it('are removed once', async () => {
    const { id } = await save();
    await desk.call('savedFilters.remove', { savedFilterId: id });
    expect(await all()).toEqual([]);
    await expect(desk.call('savedFilters.remove', { savedFilterId: id })).rejects.toMatchObject({ kind: 'not-found' });
  });

  it.each([
    ['', 'required'],
    ['   ', 'required'],
    ['n'.repeat(61), 'too-long'],
  ])('are refused with the name "%s"', async (name, code) => {
    await expect(save({ name })).rejects.toMatchObject({ details: { problems: [{ field: 'name', code }] } });
    expect(await all()).toEqual([]);
  });

  it('are refused when they are too large or too many', async () => {
    await expect(save({ filter: { search: 'x'.repeat(20_000) } })).rejects.toMatchObject({ kind: 'invalid-input' });
    for (let index = 0; index < 200; index += 1) await save({ name: `Filter ${index}` });
    await expect(save()).rejects.toMatchObject({ kind: 'conflict', details: { code: 'too-many-filters' } });
    await save({ name: 'Filter 7', filter: { archived: true } });
    expect(await all()).toHaveLength(200);
  });
});
