import { type ReactNode, useId } from 'react';
import styles from './settings.module.css';

/** What a control needs to be named and described by the row it stands in. */
export interface RowIds {
  readonly id: string;
  readonly 'aria-describedby': string;
}

interface SettingRowProps {
  readonly label: string;
  readonly help?: string;
  readonly children: (ids: RowIds) => ReactNode;
}

/** Label and help at the left, the control at the right: one grid for the whole screen. */
export const SettingRow = ({ label, help, children }: SettingRowProps) => {
  const id = useId();
  const helpId = `${id}-help`;
  return (
    <div className={styles.row}>
      <div>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        <p id={helpId} className={styles.help}>
          {help}
        </p>
      </div>
      <div className={styles.control}>{children({ id, 'aria-describedby': helpId })}</div>
    </div>
  );
};

interface SectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

export const Section = ({ title, children }: SectionProps) => {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.sectionTitle}>
        {title}
      </h2>
      {children}
    </section>
  );
};
