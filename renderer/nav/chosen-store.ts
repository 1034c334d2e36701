import type { Icon } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { create } from 'zustand';

/** One thing that can be done with what is selected; the bar above a grid and the right click offer the same actions. */
export interface MenuAction {
  readonly icon: Icon;
  readonly label: string;
  /** It needs the service, which cannot be asked. */
  readonly noService?: boolean;
  readonly run: () => void;
}

interface Chosen {
  readonly title: string;
  readonly actions: readonly MenuAction[];
}

/** Each tells what it is now: what is chosen changes oftener than the palette is open. */
type Source = () => Chosen;

/** What is chosen on the screen, the newest last: a card that is open, a selection. */
export const useChosen = create<{ readonly sources: readonly Source[] }>(() => ({ sources: [] }));

/** The palette offers these actions as long as this is shown. `title` names what they are done with. */
export const useChosenActions = (title: string, actions: readonly MenuAction[]): void => {
  const newest = useRef<Chosen>({ title, actions });
  newest.current = { title, actions };
  useEffect(() => {
    const source: Source = () => newest.current;
    useChosen.setState(({ sources }) => ({ sources: [...sources, source] }));
    return () => useChosen.setState(({ sources }) => ({ sources: sources.filter((one) => one !== source) }));
  }, []);
};
