import { type RefObject, useEffect, useRef, useState } from 'react';

/** Focuses the first wrong field of a form once its problems are shown after a refused submit. */
export const useProblemFocus = (): { readonly form: RefObject<HTMLFormElement | null>; readonly show: () => void } => {
  const form = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  return { form, show: () => setRefusals((before) => before + 1) };
};
