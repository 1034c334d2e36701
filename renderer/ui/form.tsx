import type { ComponentPropsWithRef } from 'react';

interface FormProps extends Omit<ComponentPropsWithRef<'form'>, 'onSubmit' | 'noValidate' | 'style'> {
  readonly onSubmit: () => unknown;
  /** Between its parts, px; of one without a class of its own. */
  readonly gap?: number;
}

/** Its parts below each other; its problems are said by the app, and a form in a dialog of one of its fields is not it. */
export const Form = ({ onSubmit, gap = 14, className, ...form }: FormProps) => (
  <form
    {...form}
    noValidate
    className={className ?? 'stack'}
    style={className === undefined ? { gap } : undefined}
    onSubmit={(event) => {
      event.preventDefault();
      if (event.target === event.currentTarget) onSubmit();
    }}
  />
);
