import { useEffect, useRef } from 'react';
import { hasOverlay } from './keyboard-owner.ts';

/** The fields and forms whose typed text is not stored anywhere yet. */
const unsaved = new Set<symbol>();

/** Keeps Esc from closing anything while `isUnsaved` is true, because typed text would be lost. */
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

/** Whether the key belongs to a dialog or menu above the screen, or to a popup of the focused element. */
const isForAnother = ({ target }: KeyboardEvent): boolean =>
  hasOverlay() || (target instanceof Element && target.closest('[aria-expanded="true"]') !== null);

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select');

interface EscapeOptions {
  /** Ignores Esc inside text fields as well. */
  readonly beyondFields?: boolean;
}

/**
 * Handles Esc from anywhere, unless a field, selection, dialog or menu takes it first. The innermost handler wins.
 * `null` means that there is nothing to close.
 */
export const useEscape = (onEscape: (() => void) | null, { beyondFields = false }: EscapeOptions = {}): void => {
  const newest = useRef(onEscape);
  newest.current = onEscape;
  useEffect(() => {
    let isNearer = false;
    // This listens in the capture phase: a dialog that takes the key is already gone when the event bubbles up here.
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
