export const EMPTY_SELECTION: ReadonlySet<string> = new Set();

/** Returns the selection with the row added or, if it was selected, removed. */
export const toggled = (selection: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(selection);
  if (!next.delete(id)) next.add(id);
  return next;
};

export const withAll = (selection: ReadonlySet<string>, ids: Iterable<string>): ReadonlySet<string> => {
  const next = new Set(selection);
  for (const id of ids) next.add(id);
  return next;
};

/** Returns the selection without these rows; the same object if none of them was selected. */
export const without = (selection: ReadonlySet<string>, ids: Iterable<string>): ReadonlySet<string> => {
  const next = new Set(selection);
  for (const id of ids) next.delete(id);
  return next.size === selection.size ? selection : next;
};

/** The new position of the cursor; `undefined` if the key does not move it. */
export const movedCursor = (key: string, cursor: number, rowCount: number, pageRows: number): number | undefined => {
  const last = rowCount - 1;
  if (last < 0) return undefined;
  const clamp = (index: number) => Math.min(last, Math.max(0, index));
  switch (key) {
    case 'ArrowDown':
      return clamp(cursor + 1);
    case 'ArrowUp':
      return clamp(cursor < 0 ? 0 : cursor - 1);
    case 'PageDown':
      return clamp(cursor + pageRows);
    case 'PageUp':
      return clamp(cursor - pageRows);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
};
