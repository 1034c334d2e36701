import { go } from './router.ts';
import { type SettingsSectionName, sectionId } from './settings-sections.ts';

/** Scrolls to a section that is drawn, and moves the focus there, so that Tab continues in it. */
export const scrollToSection = (name: SettingsSectionName): void => {
  const section = document.getElementById(sectionId(name));
  section?.scrollIntoView({ block: 'start' });
  section?.focus({ preventScroll: true });
};

/** Opens the settings at a section, also if they are open already. */
export const openSettingsSection = (section: SettingsSectionName): void => {
  go('settings', { section });
  scrollToSection(section);
};
