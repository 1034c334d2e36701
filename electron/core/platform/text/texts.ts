import { createInstance } from 'i18next';
import type { Language } from '#shared/domain/language.ts';
import * as en from '#shared/texts/en/index.ts';
import { keepNumberFormats } from '#shared/texts/number-formats.ts';
import * as ru from '#shared/texts/ru/index.ts';
import { asTranslate, type TextKey, type Translate } from '#shared/texts/translate.ts';

// Only the texts that the core needs are named, so that the others do not become part of its code.
const english = {
  alerts: en.alerts,
  runLists: en.runLists,
  runWhitelist: en.runWhitelist,
  runPurchases: en.runPurchases,
  fields: en.fields,
  files: en.files,
  checks: en.checks,
  handover: en.handover,
  layouts: en.layouts,
  premium: en.premium,
  scheduledLists: en.scheduledLists,
  vpn: en.vpn,
  sharedDesk: en.sharedDesk,
  telegram: en.telegram,
};
const russian = {
  alerts: ru.alerts,
  runLists: ru.runLists,
  runWhitelist: ru.runWhitelist,
  runPurchases: ru.runPurchases,
  fields: ru.fields,
  files: ru.files,
  checks: ru.checks,
  handover: ru.handover,
  layouts: ru.layouts,
  premium: ru.premium,
  scheduledLists: ru.scheduledLists,
  vpn: ru.vpn,
  sharedDesk: ru.sharedDesk,
  telegram: ru.telegram,
};

/** Texts outside the window: in files, notifications, system dialogs and messages to clients. */
type CoreNamespace = keyof typeof english;
export type CoreTexts = Translate<CoreNamespace>;

const i18n = createInstance();
void i18n.init({
  fallbackLng: false,
  resources: { en: english, ru: russian },
  initAsync: false,
  interpolation: { escapeValue: false },
});
keepNumberFormats(i18n);

const speaking = (lng: Language): CoreTexts => {
  // A report asks for the same few words in each of its 100,000 lines, and i18next would take long for all of them.
  const plain = new Map<TextKey<CoreNamespace>, string>();
  return asTranslate<CoreNamespace>((key, values) => {
    if (values !== undefined) return i18n.t(key, { lng, ...values });
    const known = plain.get(key) ?? i18n.t(key, { lng });
    plain.set(key, known);
    return known;
  });
};

const SPEAKERS: Readonly<Record<Language, CoreTexts>> = { en: speaking('en'), ru: speaking('ru') };

/** Returns the texts of one language. */
export const textsIn = (language: Language): CoreTexts => SPEAKERS[language];

/** Returns texts in the language that is set at the moment a text is requested. */
export const textsOf =
  (language: () => Language): CoreTexts =>
  (key, ...values) =>
    textsIn(language())(key, ...values);
