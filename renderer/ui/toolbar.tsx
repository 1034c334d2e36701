import type { ReactNode } from 'react';
import styles from './toolbar.module.css';

interface ToolbarProps {
  readonly label: string;
  readonly children: ReactNode;
  /** Stands on the right. */
  readonly end?: ReactNode;
}

/** The 44 px strip of controls above the content of a screen. Each control is a tab stop of its own. */
export const Toolbar = ({ label, children, end }: ToolbarProps) => (
  <section className={styles.root} aria-label={label}>
    <div className={styles.start}>{children}</div>
    {end === undefined ? null : <div className={styles.end}>{end}</div>}
  </section>
);
