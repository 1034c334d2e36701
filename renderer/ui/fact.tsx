import type { ReactNode } from 'react';

interface FactProps {
  readonly name: string;
  /** `null` hides the line, because the fact is unknown or does not matter here. */
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
