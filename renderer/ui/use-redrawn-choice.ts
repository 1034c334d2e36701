import { type RefObject, useEffect, useRef } from 'react';

interface RedrawnChoice<T> {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** Of a choice that is drawn anew when it changes: whoever has changed it by keyboard goes on from there. */
export const useRedrawnChoice = <T extends string>(value: T, onChange: (value: T) => void): RedrawnChoice<T> => {
  const ref = useRef<HTMLDivElement>(null);
  const chosen = useRef<T>(null);
  useEffect(() => {
    if (chosen.current === value) ref.current?.querySelector<HTMLInputElement>('input:checked')?.focus();
    // Who comes back to it some other way is somewhere else.
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
