import { type RefObject, useEffect, useRef } from 'react';

interface RedrawnChoice<T> {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** A choice that is drawn again when it changes. A keyboard user keeps the focus on it. */
export const useRedrawnChoice = <T extends string>(value: T, onChange: (value: T) => void): RedrawnChoice<T> => {
  const ref = useRef<HTMLDivElement>(null);
  const chosen = useRef<T>(null);
  useEffect(() => {
    if (chosen.current === value) ref.current?.querySelector<HTMLInputElement>('input:checked')?.focus();
    // The user has moved on, so a later visit must not take the focus.
    chosen.current = null;
  }, [value]);
  return {
    ref,
    value,
    onChange: (next) => {
      chosen.current = next;
      onChange(next);
    },
  };
};
