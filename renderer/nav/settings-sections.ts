/** The sections of the settings in their order, each with its title. */
export const SETTINGS_SECTIONS = [
  { name: 'appearance', title: 'settings:sections.appearance' },
  { name: 'lists', title: 'settings:sections.lists' },
  { name: 'service', title: 'settings:sections.service' },
  { name: 'refresh', title: 'refresh:setting.section' },
  { name: 'background', title: 'settings:sections.background' },
  { name: 'alerts', title: 'alerts:title' },
  { name: 'telegram', title: 'telegram:title' },
  { name: 'sales', title: 'sales:settings.title' },
  { name: 'accounts', title: 'settings:sections.accounts' },
  { name: 'shared-desk', title: 'sharedDesk:title' },
  { name: 'scripts', title: 'scripts:title' },
  { name: 'backup', title: 'backup:title' },
  { name: 'about', title: 'settings:sections.about' },
] as const;

export type SettingsSectionName = (typeof SETTINGS_SECTIONS)[number]['name'];

/** The namespaces of the titles. */
export const SECTION_NAMESPACES = [
  'settings',
  'refresh',
  'alerts',
  'telegram',
  'sales',
  'sharedDesk',
  'scripts',
  'backup',
] as const;

/** The id of a section's element in the page. */
export const sectionId = (name: SettingsSectionName): string => `settings-${name}`;
