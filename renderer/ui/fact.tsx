import type { ReactNode } from 'react';

interface FactProps {
  readonly name: string;
  /** `null`: it is not known, or of no interest here, and is left out. */
  readonly children: ReactNode;
}

/** One line of a `dl`. */
export const Fact = ({ name, children }: FactProps) =>
  children === null ? null : (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
