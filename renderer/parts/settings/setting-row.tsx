import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import {
  SECTION_NAMESPACES,
  SETTINGS_SECTIONS,
  type SettingsSectionName,
  sectionId,
} from '../../nav/settings-sections.ts';
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
  readonly name: SettingsSectionName;
  readonly children: ReactNode;
}

const titles = new Map(SETTINGS_SECTIONS.map(({ name, title }) => [name, title]));

/** A section with its title, to which the contents and the palette lead. */
export const SettingsSection = ({ name, children }: SectionProps) => {
  const { t } = useTranslation(SECTION_NAMESPACES);
  const id = useId();
  const title = titles.get(name);
  return (
    <section id={sectionId(name)} className={styles.section} aria-labelledby={id} tabIndex={-1}>
      <h2 id={id} className={styles.sectionTitle}>
        {title === undefined ? null : t(title)}
      </h2>
      {children}
    </section>
  );
};
