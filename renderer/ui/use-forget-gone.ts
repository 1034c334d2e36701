import { useEffect, useRef } from 'react';
import type { EventName } from '#shared/contract/index.ts';
import { useDeskEvents } from '../bridge/use-desk-event.ts';

/**
 * Reports the selected ids that are no longer in the list, because they were removed or archived elsewhere. Ids that a
 * filter hides stay selected. It asks only while something is selected, and one question at a time: changes in between
 * lead to one more question.
 */
export const useForgetGone = (list: {
  readonly events: readonly EventName[];
  readonly selection: ReadonlySet<string>;
  /** Every id, regardless of the filter; `undefined` if the reading failed. */
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
  // Rows may have gone while another screen was shown.
  const first = useRef(look);
  useEffect(() => void first.current(), []);
};
