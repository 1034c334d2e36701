import type { ReactNode } from 'react';
import styles from './choice-row.module.css';

/** A choice among a few, with details at the end of its row. */
export const ChoiceRow = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.row}>{children}</div>
);
