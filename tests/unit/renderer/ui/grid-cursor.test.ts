import { describe, expect, it } from 'vitest';
import { followedCursor, NO_CURSOR } from '../../../../renderer/ui/use-grid-cursor.ts';

const idOf = (id: string): string => id;

/** A list of which the rows named `-` are not loaded. */
const listOf = (...ids: readonly string[]) => ({
  rowCount: ids.length,
  getRow: (index: number) => (ids[index] === '-' ? undefined : ids[index]),
  findRow: (isIt: (id: string) => boolean) => {
    const at = ids.findIndex((id) => id !== '-' && isIt(id));
    return at === -1 ? undefined : at;
  },
});

describe('the cursor of a grid whose rows change', () => {
  it('goes with its row when others come and go above it', () => {
    const cursor = { index: 1, id: 'b' };
    expect(followedCursor(cursor, listOf('new', 'a', 'b', 'c'), idOf, true)).toEqual({ index: 2, id: 'b' });
    expect(followedCursor(cursor, listOf('b', 'c'), idOf, true)).toEqual({ index: 0, id: 'b' });
    expect(followedCursor(cursor, listOf('a', 'b', 'new'), idOf, true)).toBe(cursor);
  });

  it('stays in its place when its row is gone, and in the list when that became shorter', () => {
    expect(followedCursor({ index: 1, id: 'b' }, listOf('a', 'c', 'd'), idOf, true)).toEqual({ index: 1, id: 'c' });
    expect(followedCursor({ index: 2, id: 'c' }, listOf('a', 'b'), idOf, true)).toEqual({ index: 1, id: 'b' });
  });

  it('waits for rows that may still arrive before it gives its row up', () => {
    const cursor = { index: 1, id: 'b' };
    expect(followedCursor(cursor, listOf('new', 'a', '-', '-'), idOf, false)).toBe(cursor);
    expect(followedCursor(cursor, listOf('new', 'a', 'b', '-'), idOf, false)).toEqual({ index: 2, id: 'b' });
    // A row far from the screen is not loaded, and not gone.
    expect(followedCursor({ index: 3, id: 'd' }, listOf('a', 'b', 'c', '-'), idOf, true)).toEqual({
      index: 3,
      id: 'd',
    });
  });

  it('learns its row when that is loaded, and needs none', () => {
    expect(followedCursor({ index: 2, id: undefined }, listOf('-', 'b', 'c'), idOf, false)).toEqual({
      index: 2,
      id: 'c',
    });
    expect(followedCursor(NO_CURSOR, listOf('a'), idOf, true)).toBe(NO_CURSOR);
    expect(followedCursor({ index: 0, id: 'a' }, listOf(), idOf, true)).toEqual({ index: 0, id: 'a' });
  });
});
