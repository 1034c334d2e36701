import { describe, expect, it } from 'vitest';
import { nextSort } from '../../../../renderer/ui/grid-column.ts';
import { movedCursor, toggled } from '../../../../renderer/ui/grid-selection.ts';

describe('the cursor of a grid', () => {
  it('stays inside the rows', () => {
    expect(movedCursor('ArrowUp', 0, 10, 5)).toBe(0);
    expect(movedCursor('ArrowDown', 9, 10, 5)).toBe(9);
    expect(movedCursor('PageDown', 7, 10, 5)).toBe(9);
    expect(movedCursor('PageUp', 3, 10, 5)).toBe(0);
  });

  it('enters at the first row, from above and from below', () => {
    expect(movedCursor('ArrowDown', -1, 10, 5)).toBe(0);
    expect(movedCursor('ArrowUp', -1, 10, 5)).toBe(0);
  });

  it('jumps to both ends of 100,000 rows', () => {
    expect(movedCursor('End', 4, 100_000, 20)).toBe(99_999);
    expect(movedCursor('Home', 4, 100_000, 20)).toBe(0);
  });

  it('does not move in an empty grid, nor for other keys', () => {
    expect(movedCursor('End', -1, 0, 20)).toBeUndefined();
    expect(movedCursor('a', 3, 10, 5)).toBeUndefined();
  });
});

describe('selection', () => {
  it('toggles one row and leaves the others', () => {
    const one = toggled(new Set(['a', 'b']), 'b');
    expect([...one]).toEqual(['a']);
    expect([...toggled(one, 'c')]).toEqual(['a', 'c']);
  });
});

describe('sorting by header', () => {
  it('reverses on the same column and starts ascending on another', () => {
    expect(nextSort({ by: 'name', direction: 'asc' }, 'name').direction).toBe('desc');
    expect(nextSort({ by: 'name', direction: 'desc' }, 'name').direction).toBe('asc');
    expect(nextSort({ by: 'name', direction: 'desc' }, 'key')).toEqual({ by: 'key', direction: 'asc' });
  });
});
