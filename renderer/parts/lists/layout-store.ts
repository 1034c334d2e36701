import { create } from 'zustand';
import type { LayoutSource } from '#shared/contract/layouts.ts';

interface OpenLayouts {
  readonly source: LayoutSource;
  /** Names the list or the proxies in the title of the dialog. */
  readonly title: string;
}

/** The dialog in which a list or proxies are saved in another layout. It outlives the menu that opened it. */
export const useOpenLayouts = create<{ readonly open: OpenLayouts | null }>(() => ({ open: null }));

export const openLayouts = (source: LayoutSource, title: string): void =>
  useOpenLayouts.setState({ open: { source, title } });

export const closeLayouts = (): void => useOpenLayouts.setState({ open: null });
