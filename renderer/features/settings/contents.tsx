import { UnstyledButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openSettingsSection, scrollToSection } from '../../nav/open-settings-section.ts';
import { useScreenParams } from '../../nav/router.ts';
import {
  SECTION_NAMESPACES,
  SETTINGS_SECTIONS,
  type SettingsSectionName,
  sectionId,
} from '../../nav/settings-sections.ts';
import styles from './settings.module.css';

/** Returns the section that was opened last while some of it is on the screen, and the first on the screen after that. */
const useCurrentSection = (opened: SettingsSectionName | undefined): SettingsSectionName | undefined => {
  const [visible, setVisible] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const observer = new IntersectionObserver((entries) =>
      setVisible((before) => {
        const now = new Set(before);
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) now.add(target.id);
          else now.delete(target.id);
        }
        return now;
      }),
    );
    for (const { name } of SETTINGS_SECTIONS) {
      const section = document.getElementById(sectionId(name));
      if (section !== null) observer.observe(section);
    }
    return () => observer.disconnect();
  }, []);
  // The last sections cannot be scrolled to the top, and a wide window shows several at once.
  if (opened !== undefined && visible.has(sectionId(opened))) return opened;
  return SETTINGS_SECTIONS.find(({ name }) => visible.has(sectionId(name)))?.name;
};

/** The contents of the settings, beside the sections. */
export const SettingsContents = () => {
  const { t } = useTranslation([...SECTION_NAMESPACES]);
  const { section } = useScreenParams('settings');
  const current = useCurrentSection(section);
  useEffect(() => {
    if (section !== undefined) scrollToSection(section);
  }, [section]);
  return (
    <ul className={styles.contents} aria-label={t('settings:contents')}>
      {SETTINGS_SECTIONS.map(({ name, title }) => (
        <li key={name}>
          <UnstyledButton aria-current={name === current} onClick={() => openSettingsSection(name)}>
            {t(title)}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
};
