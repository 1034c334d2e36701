import { type ReactNode, useId } from 'react';
import styles from './overview.module.css';

interface SectionProps {
  readonly title: string;
  /** At the right of the title. */
  readonly end?: ReactNode;
  /** In a wide window in a column of its own, beside the rest. */
  readonly beside?: boolean;
  readonly children: ReactNode;
}

/** A titled part of the overview; a hairline sets it apart from the next, no box. */
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
