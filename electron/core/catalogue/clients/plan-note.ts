import { textsIn } from '#core/platform/text/texts.ts';
import { clientText } from '#shared/domain/client-fields.ts';
import { LANGUAGES, type Language } from '#shared/domain/language.ts';

/** A line that an import has written and a later one replaces. It ends with a day, so a line of the user's own stays. */
const ENDS_WITH_DAY = /\d{4}-\d{2}-\d{2}$/;

/**
 * Returns the plan of a client and the day until which it is paid as a line of the note; an empty text if neither is
 * known.
 */
export const planLine = (plan: string, date: string, language: Language): string => {
  const t = textsIn(language);
  if (plan.trim() === '') return date === '' ? '' : t('files:planNote.paidUntil', { date });
  const named = plan.trim();
  return date === '' ? t('files:planNote.plan', { plan: named }) : t('files:planNote.both', { plan: named, date });
};

const beginnings = (): readonly string[] =>
  LANGUAGES.flatMap((language) => {
    const t = textsIn(language);
    return [t('files:planNote.plan', { plan: '' }), t('files:planNote.paidUntil', { date: '' })];
  });

/**
 * Adds the line to a note. It replaces the line of an earlier import at the end of the note. Returns `null` if the note
 * has no room for it.
 */
export const withPlanLine = (note: string, line: string): string | null => {
  if (line === '') return note;
  const lines = note.split('\n');
  const last = lines.at(-1) ?? '';
  const isEarlier = ENDS_WITH_DAY.test(last) && beginnings().some((beginning) => last.startsWith(beginning));
  const kept = isEarlier || last === line || note === '' ? lines.slice(0, -1) : lines;
  const full = [...kept, line].join('\n');
  return full.length > clientText('note').limit ? null : full;
};
