import { useEffect, useRef } from 'react';

/** Texts that were typed and are kept nowhere yet, one for each field or form that holds some. */
const unsaved = new Set<symbol>();

/** While `isUnsaved`, Esc closes nothing: what was typed would be lost with it. */
export const useUnsaved = (isUnsaved: boolean): void => {
  useEffect(() => {
    if (!isUnsaved) return;
    const mark = Symbol('unsaved');
    unsaved.add(mark);
    return () => {
      unsaved.delete(mark);
    };
  }, [isUnsaved]);
};

/** Whether it belongs to what lies above the screen, or to what hangs open at the element that has the focus. */
const isForAnother = ({ target }: KeyboardEvent): boolean =>
  document.querySelector('[role="dialog"], [role="menu"]') !== null ||
  (target instanceof Element && target.closest('[aria-expanded="true"]') !== null);

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select');

interface EscapeOptions {
  /** Not from within a field of text either. */
  readonly beyondFields?: boolean;
}

/**
 * Esc, wherever the focus is, once nothing nearer wants it: no field, selection, dialog or menu. Of several the innermost
 * gets it. `null`: there is nothing to close.
 */
export const useEscape = (onEscape: (() => void) | null, { beyondFields = false }: EscapeOptions = {}): void => {
  const newest = useRef(onEscape);
  newest.current = onEscape;
  useEffect(() => {
    let isNearer = false;
    // Before anybody has had it: a dialog that takes it is gone before it comes back here.
    const onCapture = (event: KeyboardEvent): void => {
      isNearer = event.key === 'Escape' && isForAnother(event);
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || newest.current === null) return;
      const isGone = event.target instanceof Node && !event.target.isConnected;
      if (isNearer || isGone || unsaved.size > 0 || (beyondFields && isTyping(event))) return;
      event.preventDefault();
      newest.current();
    };
    window.addEventListener('keydown', onCapture, { capture: true });
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onCapture, { capture: true });
      window.removeEventListener('keydown', onKeyDown);
    };
  }, [beyondFields]);
};
