import { type ComponentPropsWithRef, useCallback, useMemo, useState } from 'react';
import { Unchosen } from './unchosen.tsx';

interface FormProps extends Omit<ComponentPropsWithRef<'form'>, 'onSubmit' | 'noValidate' | 'style'> {
  readonly onSubmit: () => unknown;
  /** The gap between its fields in px, if it has no class of its own. */
  readonly gap?: number;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Stacks its fields. The app itself words all problems, and a form inside a dialog of one of the fields is a separate
 * form. Nothing is submitted while a field contains a text for which nothing was chosen.
 */
export const Form = ({ onSubmit, gap = 14, className, ...form }: FormProps) => {
  const [unchosen, setUnchosen] = useState(NONE);
  const report = useCallback((field: string, isUnchosen: boolean) => {
    setUnchosen((before) => {
      if (before.has(field) === isUnchosen) return before;
      return new Set(isUnchosen ? [...before, field] : [...before].filter((one) => one !== field));
    });
  }, []);
  const some = unchosen.size > 0;
  const fields = useMemo(() => ({ some, report }), [some, report]);
  return (
    <Unchosen value={fields}>
      <form
        {...form}
        noValidate
        className={className ?? 'stack'}
        style={className === undefined ? { gap } : undefined}
        onSubmit={(event) => {
          event.preventDefault();
          if (event.target === event.currentTarget && !some) onSubmit();
        }}
      />
    </Unchosen>
  );
};
