import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './setting-row.module.css';

/** The ids that link a control to the label and the help of its row. */
interface RowIds {
  readonly id: string;
  readonly 'aria-describedby': string;
}

interface SettingRowProps {
  readonly label: string;
  readonly help?: string;
  /** The setting was saved a moment ago. */
  readonly saved?: boolean;
  readonly children: (ids: RowIds) => ReactNode;
}

/**
 * A row with label and help on the left, then the control, then the "saved" mark. All rows of the screen share one
 * grid.
 */
export const SettingRow = ({ label, help, saved, children }: SettingRowProps) => {
  const id = useId();
  const helpId = `${id}-help`;
  return (
    <div className={styles.row}>
      <div>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        <p id={helpId} className={`${styles.help} note`}>
          {help}
        </p>
      </div>
      <div>{children({ id, 'aria-describedby': helpId })}</div>
      <SavedMark saved={saved === true} />
    </div>
  );
};

/** It always takes up its space, so that nothing moves when it appears. */
export const SavedMark = ({ saved }: { readonly saved: boolean }) => {
  const { t } = useTranslation('settings');
  return (
    <span role="status" className={styles.saved}>
      {saved ? (
        <>
          <IconCheck size={14} aria-hidden />
          {t('saved')}
        </>
      ) : null}
    </span>
  );
};

interface SectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

export const SettingsSection = ({ title, children }: SectionProps) => {
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
