import type { ReactNode } from 'react';
import styles from './fact.module.css';

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

interface FactListProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** A list of `Fact`s below a form, separated from it by a line. */
export const FactList = ({ label, children }: FactListProps) => (
  <dl className={styles.list} aria-label={label}>
    {children}
  </dl>
);
