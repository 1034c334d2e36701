import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses its element when it appears. Use it for a step that replaces the focused one, or the keyboard loses its
 * place.
 */
export const useFirstFocus = <E extends HTMLElement>(): RefObject<E | null> => {
  const element = useRef<E>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
};
