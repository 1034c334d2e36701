import { useRef } from 'react';
import type { EventName } from '#shared/contract/index.ts';
import { useDeskEvents } from '../bridge/use-desk-event.ts';

/**
 * Tells which of the selected ids are not in the whole list any more: removed or archived elsewhere meanwhile. What a
 * filter hides stays selected. Nothing is asked while nothing is selected, and one question at a time: whatever changes
 * while it is under way is one more.
 */
export const useForgetGone = (list: {
  readonly events: readonly EventName[];
  readonly selection: ReadonlySet<string>;
  /** Every id, whatever the filter; `undefined` where it failed. */
  readonly everyId: () => Promise<readonly number[] | undefined>;
  readonly forget: (gone: readonly string[]) => void;
}): void => {
  const latest = useRef(list);
  latest.current = list;
  const asking = useRef({ is: false, again: false });

  const look = async (): Promise<void> => {
    const { selection, everyId, forget } = latest.current;
    if (selection.size === 0) return;
    asking.current.again = asking.current.is;
    if (asking.current.is) return;
    asking.current.is = true;
    const there = await everyId();
    if (there !== undefined) {
      const known = new Set(there.map(String));
      const gone = [...selection].filter((id) => !known.has(id));
      if (gone.length > 0) forget(gone);
    }
    asking.current.is = false;
    if (asking.current.again) await look();
  };
  useDeskEvents(list.events, () => void look());
};
