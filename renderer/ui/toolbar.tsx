import type { ReactNode } from 'react';
import styles from './toolbar.module.css';

interface ToolbarProps {
  readonly label: string;
  readonly children: ReactNode;
  /** Right-hand side. */
  readonly end?: ReactNode;
}

/** The 44 px strip above a screen's content. Controls only; each keeps its own tab stop. */
export const Toolbar = ({ label, children, end }: ToolbarProps) => (
  <section className={styles.root} aria-label={label}>
    <div className={styles.start}>{children}</div>
    {end === undefined ? null : <div className={styles.end}>{end}</div>}
  </section>
);
