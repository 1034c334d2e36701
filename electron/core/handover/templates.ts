import type { HandoverTemplates } from '#shared/contract/handover.ts';
import type { Language } from '#shared/domain/language.ts';
import { textsIn } from '../common/texts.ts';
import type { Database } from '../storage/database.ts';

/** The message until the reseller writes another. Its language is the client's, not the app's. */
export const ownTemplate = (language: Language): string => textsIn(language)('handover:message.template');

const keyOf = (language: Language): string => `handover.template.${language}`;

/** The reseller's own words, one for each language, for all accounts. */
export const createTemplates = (db: Database) => {
  const read = (language: Language): { text: string; isDefault: boolean } => {
    const own = db.get<{ value: string }>('SELECT value FROM settings WHERE key = ?', keyOf(language))?.value;
    return { text: own ?? ownTemplate(language), isDefault: own === undefined };
  };
  return {
    all: (): HandoverTemplates => ({ ru: read('ru'), en: read('en') }),
    /** `null`, and the app's own text, bring the app's own text back: a later version may better it. */
    save: (language: Language, text: string | null): void => {
      if (text === null || text === ownTemplate(language)) {
        db.run('DELETE FROM settings WHERE key = ?', keyOf(language));
      } else {
        db.run('INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)', keyOf(language), text);
      }
    },
  };
};
