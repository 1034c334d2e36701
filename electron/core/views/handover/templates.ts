import { keepUnseenText } from '#core/catalogue/edits/unseen-text.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { textsIn } from '#core/platform/text/texts.ts';
import type { HandoverTemplates } from '#shared/contract/handover.ts';
import type { Language } from '#shared/domain/language.ts';
import type { MessageKind } from '#shared/domain/message-kinds.ts';

/** Names one template of an account. */
interface TemplateOf {
  readonly language: Language;
  readonly message: MessageKind;
}

interface TypedTemplate {
  readonly text: string | null;
  /** The text when the user started to edit. */
  readonly seen: string | undefined;
}

/**
 * Returns the app's own message, used until the reseller writes another. It is in the client's language, not the app's.
 */
export const ownTemplate = (language: Language, message: MessageKind = 'new-goods'): string =>
  textsIn(language)(`handover:message.templates.${message}`);

const readTemplate = (
  db: Database,
  accountId: string,
  { language, message }: TemplateOf,
): HandoverTemplates[Language][MessageKind] => {
  const own = db.get<{ id: number; text: string }>(sql`SELECT id, text FROM handover_templates
    WHERE account_id = ${accountId} AND language = ${language} AND message = ${message}`);
  const isDefault = own === undefined || own.text === '';
  return { id: own?.id ?? null, text: isDefault ? ownTemplate(language, message) : own.text, isDefault };
};

const templatesOfLanguage = (db: Database, accountId: string, language: Language): HandoverTemplates[Language] => ({
  'new-goods': readTemplate(db, accountId, { language, message: 'new-goods' }),
  ending: readTemplate(db, accountId, { language, message: 'ending' }),
  ended: readTemplate(db, accountId, { language, message: 'ended' }),
  debt: readTemplate(db, accountId, { language, message: 'debt' }),
  'low-traffic': readTemplate(db, accountId, { language, message: 'low-traffic' }),
});

/** Returns the reseller's templates, one per occasion and language, or the app's own ones in their place. */
export const templatesOf = (db: Database, accountId: string): HandoverTemplates => ({
  ru: templatesOfLanguage(db, accountId, 'ru'),
  en: templatesOfLanguage(db, accountId, 'en'),
});

/**
 * Saves a template. `null` and the app's own text restore the app's text, which a later version may improve. `at`
 * in ms since the epoch, UTC.
 */
export const saveTemplate = (
  db: Database,
  accountId: string,
  of: TemplateOf,
  { text, seen }: TypedTemplate,
  at: number,
): void => {
  const { language, message } = of;
  const isOwn = text !== null && text !== ownTemplate(language, message);
  const { id, isDefault, text: known } = readTemplate(db, accountId, of);
  if (!isOwn && isDefault) return;
  const next = isOwn ? text : '';
  db.transaction(() => {
    if (id !== null && !isDefault) {
      const place = { accountId, kind: 'template', localId: id, field: 'text' } as const;
      keepUnseenText(db, { ...place, seen, present: known, next });
    }
    db.run(sql`INSERT INTO handover_templates (account_id, language, message, text, written_at)
      VALUES (${accountId}, ${language}, ${message}, ${next}, ${at})
      ON CONFLICT DO UPDATE SET text = excluded.text, written_at = excluded.written_at`);
  });
};

/** Saves a template by its id, for texts that arrive from another computer. */
export const writeTemplate = (db: Database, templateId: number, text: string, at: number): void => {
  db.run(sql`UPDATE handover_templates SET text = ${text}, written_at = ${at} WHERE id = ${templateId}`);
};
