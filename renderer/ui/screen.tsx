import type { ReactNode } from 'react';
import styles from './screen.module.css';

interface ScreenProps {
  readonly title: string;
  /** A count or an age beside the title. */
  readonly aside?: ReactNode;
  /** Buttons at the right of the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A screen's frame: a heading row, and content that fills the rest and scrolls by itself. */
export const Screen = ({ title, aside, actions, children }: ScreenProps) => (
  <div className={styles.root}>
    <header className={styles.head}>
      <h1 className={`${styles.title} clip`} title={title}>
        {title}
      </h1>
      {aside === undefined ? null : <div className={styles.aside}>{aside}</div>}
      <div className={styles.actions}>{actions}</div>
    </header>
    <div className="fill">{children}</div>
  </div>
);

/** Content that scrolls, for screens that are no grid. */
export const ScreenBody = ({ children, width }: { readonly children: ReactNode; readonly width?: number }) => (
  <div className={styles.body}>
    <div style={{ maxWidth: width }}>{children}</div>
  </div>
);
