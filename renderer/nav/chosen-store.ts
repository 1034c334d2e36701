import type { Icon } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { create } from 'zustand';

/** One action on the selection. The bar above a grid and the context menu offer the same actions. */
export interface MenuAction {
  readonly icon: Icon;
  readonly label: string;
  /** The action needs the service, which cannot be reached. */
  readonly noService?: boolean;
  /** Another reason why the action is impossible right now. */
  readonly blocked?: string | undefined;
  /** Other words by which the palette finds it, in both languages. */
  readonly words?: string;
  /** The shortcut, such as `R`. */
  readonly keys?: string;
  readonly run: () => void;
}

interface Chosen {
  readonly title: string;
  readonly actions: readonly MenuAction[];
}

/** A function rather than a value, because the selection changes far more often than the palette opens. */
type Source = () => Chosen;

/** The open card or the selection on the screen; the newest is last. */
export const useChosen = create<{ readonly sources: readonly Source[] }>(() => ({ sources: [] }));

/** Offers these actions in the palette while the component is shown. `title` names what they act on. */
export const useChosenActions = (title: string, actions: readonly MenuAction[]): void => {
  const newest = useRef<Chosen>({ title, actions });
  newest.current = { title, actions };
  useEffect(() => {
    const source: Source = () => newest.current;
    useChosen.setState(({ sources }) => ({ sources: [...sources, source] }));
    return () => useChosen.setState(({ sources }) => ({ sources: sources.filter((one) => one !== source) }));
  }, []);
};
