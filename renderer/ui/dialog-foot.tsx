import type { ReactNode } from 'react';
import styles from './dialog-foot.module.css';

/** The buttons that end a dialog, the one that does it last. */
export const DialogFoot = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.foot}>{children}</div>
);
