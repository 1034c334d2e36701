import type { ReactNode } from 'react';
import styles from './screen.module.css';

interface ScreenProps {
  /** Stands before the title. Assistive technology does not read it. */
  readonly mark?: ReactNode;
  readonly title: string;
  /** A count or an age beside the title. */
  readonly aside?: ReactNode;
  /** Buttons on the right of the title row. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of a screen: a title row, and content that fills the rest. */
export const Screen = ({ mark, title, aside, actions, children }: ScreenProps) => (
  <div className={styles.root}>
    <header className={styles.head}>
      {mark}
      <h1 className={`${styles.title} clip`} title={title}>
        {title}
      </h1>
      {aside === undefined ? null : <div className={styles.aside}>{aside}</div>}
      <div className={styles.actions}>{actions}</div>
    </header>
    <div className="fill">{children}</div>
  </div>
);

/** Scrolling content for a screen without a grid. */
export const ScreenBody = ({ children, width }: { readonly children: ReactNode; readonly width?: number }) => (
  <div className={styles.body}>
    <div style={{ maxWidth: width }}>{children}</div>
  </div>
);
