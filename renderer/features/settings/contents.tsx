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

/** The sections that are at least partly on the screen. */
const useVisibleSection = (): SettingsSectionName | undefined => {
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
  return SETTINGS_SECTIONS.find(({ name }) => visible.has(sectionId(name)))?.name;
};

/** The contents of the settings, beside the sections. */
export const SettingsContents = () => {
  const { t } = useTranslation([...SECTION_NAMESPACES]);
  const { section } = useScreenParams('settings');
  const current = useVisibleSection();
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
