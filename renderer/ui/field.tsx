import { Input } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AppError } from '#shared/result.ts';
import { fieldProblem } from '../i18n/describe-error.ts';

interface FieldProps {
  readonly label: string;
  readonly description?: string;
  /** The last answer's error; the problem named `name` is shown below the control. */
  readonly error: AppError | undefined;
  readonly name: string;
  readonly children: ReactNode;
}

/** Label, help and problem around a control that is no Mantine input (those take `error={fieldProblem(error, name)}`). */
export const Field = ({ label, description, error, name, children }: FieldProps) => (
  <Input.Wrapper label={label} description={description} error={fieldProblem(error, name)} labelElement="div">
    {children}
  </Input.Wrapper>
);
