import { type RefObject, useEffect } from 'react';

const isUsable = (element: HTMLElement): boolean => element.isConnected && !element.matches(':disabled');

const nobodyHasFocus = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** A dialog that closes gives the focus back to its opener, 10 ms later; that is the better place. */
const OTHERS_FIRST_MS = 50;

/**
 * Keeps the keyboard's place where the browser drops it: on a button that is disabled while it works, and on an element
 * that goes away (a closed form, another screen). The first gets the focus back with its next "enabled"; for the second
 * `home` takes it, unless something better has.
 */
export const useKeptFocus = (home: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    let last: HTMLElement | null = null;
    const goHome = (): void => {
      if (nobodyHasFocus()) home.current?.focus({ preventScroll: true });
    };
    const settle = (): void => {
      if (last === null || !nobodyHasFocus()) return;
      if (isUsable(last)) last.focus({ preventScroll: true });
      else if (!last.isConnected) window.setTimeout(goHome, OTHERS_FIRST_MS);
    };
    const onFocusIn = (event: FocusEvent): void => {
      last = event.target instanceof HTMLElement ? event.target : null;
    };
    // Who clicks beside everything is not brought back. An element that goes away is still there while it is told.
    const onFocusOut = (event: FocusEvent): void => {
      const left = last;
      if (left === null || event.relatedTarget !== null || !document.hasFocus()) return;
      queueMicrotask(() => {
        if (last === left && isUsable(left) && nobodyHasFocus()) last = null;
      });
    };
    // Not at once: to give it the focus the page is laid out, which at the start it is several times anyway.
    const atFirst = requestIdleCallback(goHome);
    const observer = new MutationObserver(settle);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('focusout', onFocusOut);
    return () => {
      cancelIdleCallback(atFirst);
      observer.disconnect();
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('focusout', onFocusOut);
    };
  }, [home]);
};
