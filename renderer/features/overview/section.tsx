import { type ReactNode, useId } from 'react';
import styles from './overview.module.css';

interface SectionProps {
  readonly title: string;
  /** Stands on the right of the title. */
  readonly end?: ReactNode;
  /** Moves the section into a column of its own in a wide window. */
  readonly beside?: boolean;
  readonly children: ReactNode;
}

/** A titled section of the overview, separated from the next one by a hairline. */
export const OverviewSection = ({ title, end, beside, children }: SectionProps) => {
  const titleId = useId();
  return (
    <section className={`${styles.section} ${beside === true ? styles.beside : ''}`} aria-labelledby={titleId}>
      <header className={styles.sectionHead}>
        <h2 id={titleId}>{title}</h2>
        {end}
      </header>
      {children}
    </section>
  );
};
