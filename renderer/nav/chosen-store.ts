import type { Icon } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { create } from 'zustand';

/** One thing that can be done with what is selected; the bar above a grid and the right click offer the same deeds. */
export interface Deed {
  readonly icon: Icon;
  readonly label: string;
  /** It needs the service, which cannot be asked. */
  readonly noService?: boolean;
  readonly run: () => void;
}

interface Chosen {
  readonly title: string;
  readonly deeds: readonly Deed[];
}

/** Each tells what it is now: what is chosen changes oftener than the palette is open. */
type Source = () => Chosen;

/** What is chosen on the screen, the newest last: a card that is open, a selection. */
export const useChosen = create<{ readonly sources: readonly Source[] }>(() => ({ sources: [] }));

/** The palette offers these deeds as long as this is shown. `title` names what they are done with. */
export const useChosenDeeds = (title: string, deeds: readonly Deed[]): void => {
  const newest = useRef<Chosen>({ title, deeds });
  newest.current = { title, deeds };
  useEffect(() => {
    const source: Source = () => newest.current;
    useChosen.setState(({ sources }) => ({ sources: [...sources, source] }));
    return () => useChosen.setState(({ sources }) => ({ sources: sources.filter((one) => one !== source) }));
  }, []);
};
