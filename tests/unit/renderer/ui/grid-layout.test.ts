import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canHide,
  inOrder,
  isGridLayout,
  movedBy,
  movedTo,
  plainLayout,
  shownColumns,
} from '../../../../renderer/ui/grid-layout.ts';

const columns = ['name', 'key', 'tags', 'note'].map((id) => ({ id, spare: id === 'note' }));
const PLAIN = plainLayout(columns, { forAll: false, forMost: false });
const ids = (some: readonly { readonly id: string }[]) => some.map(({ id }) => id).join(' ');

describe('the columns of a grid', () => {
  test('stand in the chosen order, and a column added later keeps its neighbour', () => {
    expect(ids(inOrder(columns, []))).toBe('name key tags note');
    expect(ids(inOrder(columns, ['note', 'name', 'gone', 'tags']))).toBe('note name key tags');
    expect(ids(inOrder(columns, ['key', 'tags', 'note']))).toBe('name key tags note');
  });

  test('can be hidden, all but the one that names the row', () => {
    expect(canHide(columns, 'name')).toBe(false);
    expect(ids(shownColumns(columns, { ...PLAIN, hidden: ['name', 'tags'] }))).toBe('name key note');
  });

  test('leave out the optional ones in a narrow window', () => {
    expect(ids(shownColumns(columns, plainLayout(columns, { forAll: true, forMost: true })))).toBe('name key tags');
    const more = [...columns, { id: 'plan', spare: 'first' as const }];
    expect(ids(shownColumns(more, plainLayout(more, { forAll: true, forMost: false })))).toBe('name key tags note');
    expect(ids(shownColumns(more, plainLayout(more, { forAll: true, forMost: true })))).toBe('name key tags');
    expect(ids(shownColumns(more, plainLayout(more, { forAll: false, forMost: false })))).toBe(
      'name key tags note plan',
    );
    expect(ids(shownColumns(columns, PLAIN))).toBe('name key tags note');
  });

  test('move past hidden ones, and stay at the edge', () => {
    const all = ['name', 'key', 'tags', 'note'];
    expect(movedBy(all, ['name', 'note'], 'note', -1)).toEqual(['note', 'name', 'key', 'tags']);
    expect(movedBy(all, all, 'note', 1)).toEqual(all);
    expect(movedBy(all, ['name'], 'key', 1)).toEqual(all);
    expect(movedTo(all, 'name', 'tags')).toEqual(['key', 'tags', 'name', 'note']);
  });

  test('are never lost or doubled, whatever was remembered', () => {
    const anyId = fc.constantFrom('name', 'key', 'tags', 'note', 'gone');
    fc.assert(
      fc.property(fc.uniqueArray(anyId), anyId, anyId, (order, id, target) => {
        const moved = movedTo(
          inOrder(columns, order).map((column) => column.id),
          id,
          target,
        );
        expect([...moved].sort()).toEqual(['key', 'name', 'note', 'tags']);
      }),
    );
  });

  test('ignore a stored layout of another shape', () => {
    expect(isGridLayout({ widths: { name: 120 }, hidden: [], order: ['name'] })).toBe(true);
    for (const other of [
      null,
      [],
      { name: 120 },
      { widths: { name: 'wide' }, hidden: [], order: [] },
      { ...PLAIN, order: [1] },
    ]) {
      expect(isGridLayout(other)).toBe(false);
    }
  });
});
