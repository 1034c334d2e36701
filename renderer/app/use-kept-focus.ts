import { type RefObject, useEffect } from 'react';

const isUsable = (element: HTMLElement): boolean => element.isConnected && !element.matches(':disabled');

const nobodyHasFocus = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** A closing dialog returns the focus to its opener after 10 ms, and the opener is the better place for it. */
const OTHERS_FIRST_MS = 50;

/**
 * Keeps the keyboard focus where the browser would drop it: on a button that is disabled while it works, and on an
 * element that disappears (a closed form, another screen). The button gets the focus back when it is enabled again. For
 * a lost element `home` gets the focus, unless something better has it.
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
    // A click on empty ground drops the focus on purpose. An element that disappears is still in the page during this
    // event.
    const onFocusOut = (event: FocusEvent): void => {
      const left = last;
      if (left === null || event.relatedTarget !== null || !document.hasFocus()) return;
      queueMicrotask(() => {
        if (last === left && isUsable(left) && nobodyHasFocus()) last = null;
      });
    };
    // This waits because focusing forces a layout, and during the start there are several of them anyway.
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
