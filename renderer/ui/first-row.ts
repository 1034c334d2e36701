const EVENT = 'go-to-first-row';

/** From the search above a grid into the grid: its first row has the keyboard. `false`: the screen has no grid. */
export const goToFirstRow = (): boolean => {
  const grid = document.querySelector<HTMLElement>('main [role="grid"]');
  if (grid === null) return false;
  grid.focus();
  grid.dispatchEvent(new Event(EVENT));
  return true;
};

/** Listens as the grid. */
export const onGoToFirstRow = (grid: HTMLElement | null, listener: () => void): (() => void) => {
  grid?.addEventListener(EVENT, listener);
  return () => grid?.removeEventListener(EVENT, listener);
};
