const EVENT = 'go-to-first-row';

/** Moves the focus from the search to the first row of the grid below. Returns `false` if the screen has no grid. */
export const goToFirstRow = (): boolean => {
  const grid = document.querySelector<HTMLElement>('main [role="grid"]');
  if (grid === null) return false;
  grid.focus();
  grid.dispatchEvent(new Event(EVENT));
  return true;
};

/** Registers the grid for it. */
export const onGoToFirstRow = (grid: HTMLElement | null, listener: () => void): (() => void) => {
  grid?.addEventListener(EVENT, listener);
  return () => grid?.removeEventListener(EVENT, listener);
};
