import { type KeyboardEvent, useState } from 'react';
import { useEnterChoice } from './use-enter-choice.ts';
import type { WindowedRows } from './use-windowed-rows.ts';

interface ChoosingOptions<Option> {
  readonly rows: Pick<WindowedRows<Option>, 'rowCount' | 'getRow' | 'shownKey' | 'error'>;
  /** Names the typed words. The key of the options on the screen is `rows.shownKey`. */
  readonly typedKey: string;
  /** The typed text; empty while the field shows a chosen option. */
  readonly text: string;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onTake: (option: Option) => void;
}

/** No option is highlighted. */
const NO_OPTION = -1;

/**
 * Handles the keyboard of a field with a list. Arrows move, and Enter takes the highlighted option. While the user
 * types, that is the first match; before that, none is highlighted until an arrow is pressed. Enter submits nothing
 * while the list is open or a text is typed.
 */
export const useChoosing = <Option>(options: ChoosingOptions<Option>) => {
  const { rows, isOpen } = options;
  const [moved, setMoved] = useState<{ readonly text: string; readonly index: number }>();
  const first = options.text === '' ? NO_OPTION : 0;
  const wanted = moved?.text === options.text ? moved.index : first;
  const cursor = Math.min(wanted, rows.rowCount - 1);

  const onEnter = useEnterChoice(isOpen ? options.typedKey : 'closed', rows.shownKey, rows.error !== undefined, () => {
    const option = cursor === NO_OPTION ? undefined : rows.getRow(cursor);
    if (option !== undefined) options.onTake(option);
  });

  /** Returns whether the list used the key. */
  const onKey = (event: KeyboardEvent): boolean => {
    const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp';
    const isEnter = event.key === 'Enter' && (isOpen || options.text !== '');
    if (!isArrow && !isEnter) return false;
    event.preventDefault();
    if (!isOpen) options.onOpen();
    if (isArrow) {
      // The arrow came right after the letters, so it counts for the list that is on its way.
      const from = rows.shownKey === options.typedKey ? cursor : wanted;
      setMoved({ text: options.text, index: Math.max(0, from + (event.key === 'ArrowDown' ? 1 : -1)) });
    }
    if (isEnter && isOpen) onEnter();
    return true;
  };
  return { cursor, onKey, forgetMoves: () => setMoved(undefined) };
};
