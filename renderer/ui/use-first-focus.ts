import { type RefObject, useEffect, useRef } from 'react';

/**
 * Takes the focus when its element appears. For a step that replaces another one: what had the focus is gone, and with
 * it the keyboard's place.
 */
export const useFirstFocus = <E extends HTMLElement>(): RefObject<E | null> => {
  const element = useRef<E>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
};
