import { create } from 'zustand';
import { isBoolean, readLocal, writeLocal } from '../bridge/local-store.ts';

/** The state of the window chrome: whether the navigation is folded, and which overlay is open. */
export const useLayout = create<{ readonly folded: boolean; readonly shortcutsOpened: boolean }>(() => ({
  folded: readLocal('nav-folded', isBoolean) ?? false,
  shortcutsOpened: false,
}));

export const toggleFolded = (): void => {
  const folded = !useLayout.getState().folded;
  useLayout.setState({ folded });
  writeLocal('nav-folded', folded);
};

export const showShortcuts = (shortcutsOpened: boolean): void => useLayout.setState({ shortcutsOpened });
