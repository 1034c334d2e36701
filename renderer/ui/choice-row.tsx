import type { ReactNode } from 'react';
import styles from './choice-row.module.css';

/** One of a few to choose from, with what is known of it at the end. */
export const ChoiceRow = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.row}>{children}</div>
);
