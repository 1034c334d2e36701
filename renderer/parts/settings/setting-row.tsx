import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './setting-row.module.css';

/** What a control needs to be named and described by the row it stands in. */
interface RowIds {
  readonly id: string;
  readonly 'aria-describedby': string;
}

interface SettingRowProps {
  readonly label: string;
  readonly help?: string;
  /** It was saved a moment ago. */
  readonly saved?: boolean;
  readonly children: (ids: RowIds) => ReactNode;
}

/** Label and help at the left, then the control, then whether it was saved: one grid for the whole screen. */
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

/** Its place is always there, so that nothing moves when it speaks. */
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
