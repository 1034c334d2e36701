import type { ReactNode } from 'react';
import styles from './dialog-foot.module.css';

/** The buttons at the end of a dialog. The button that acts is the last one. */
export const DialogFoot = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.foot}>{children}</div>
);
