import type { Problem } from '../result.ts';
import { isUsableText } from './client-identity.ts';
import { CLIENT_LIMITS } from './client-limits.ts';

export interface ClientFields {
  readonly messengerId: number;
  readonly clientKey: string;
  readonly name: string;
  readonly note: string;
  readonly tags: readonly string[];
}

/** What tags are joined with in a file, so it cannot be part of one. */
const TAG_SEPARATOR = /[,;\n\r\t]/;

/** One tag as it is kept: no spaces around it, single ones inside. */
const normaliseTag = (tag: string): string => tag.trim().replace(/\s+/g, ' ');

/** Normal form of each tag, empty ones left out, each once whatever its letter case (the first spelling stays). */
export const normaliseTags = (tags: readonly string[]): readonly string[] => {
  const seen = new Map<string, string>();
  for (const tag of tags.map(normaliseTag)) {
    const folded = tag.toLowerCase();
    if (tag !== '' && !seen.has(folded)) seen.set(folded, tag);
  }
  return [...seen.values()];
};

export const splitTags = (text: string): readonly string[] => normaliseTags(text.split(TAG_SEPARATOR));

export const joinTags = (tags: readonly string[]): string => tags.join(', ');

const textProblems = (field: string, text: string, max: number): readonly Problem[] => {
  if (text.length > max) return [{ field, code: `${field}-too-long`, params: { max, length: text.length } }];
  return isUsableText(text) ? [] : [{ field, code: 'text-not-usable' }];
};

const keyProblems = (clientKey: string): readonly Problem[] => {
  if (clientKey === '') return [{ field: 'clientKey', code: 'clientKey-empty' }];
  return textProblems('clientKey', clientKey, CLIENT_LIMITS.key);
};

export const tagProblems = (tags: readonly string[]): readonly Problem[] => {
  if (tags.length > CLIENT_LIMITS.tags) {
    return [{ field: 'tags', code: 'tags-too-many', params: { max: CLIENT_LIMITS.tags, count: tags.length } }];
  }
  const long = tags.find((tag) => tag.length > CLIENT_LIMITS.tag);
  if (long !== undefined) {
    return [{ field: 'tags', code: 'tag-too-long', params: { max: CLIENT_LIMITS.tag, tag: long.slice(0, 60) } }];
  }
  const split = tags.find((tag) => TAG_SEPARATOR.test(tag));
  if (split !== undefined) return [{ field: 'tags', code: 'tag-separator', params: { tag: split } }];
  return tags.every(isUsableText) ? [] : [{ field: 'tags', code: 'text-not-usable' }];
};

/**
 * The fields as they are kept, and everything wrong with them. The key is kept exactly; spaces around a name and a
 * note are not. Used by the form, the CSV import and the core alike.
 */
export const checkClientFields = (
  typed: ClientFields,
): { readonly fields: ClientFields; readonly problems: readonly Problem[] } => {
  const fields: ClientFields = {
    messengerId: typed.messengerId === 0 ? 0 : typed.messengerId,
    clientKey: typed.clientKey,
    name: typed.name.trim(),
    note: typed.note.trim(),
    tags: normaliseTags(typed.tags),
  };
  const id: readonly Problem[] = Number.isSafeInteger(typed.messengerId)
    ? []
    : [
        {
          field: 'messengerId',
          code: Number.isInteger(typed.messengerId) ? 'messenger-id-too-large' : 'messenger-id-fraction',
        },
      ];
  return {
    fields,
    problems: [
      ...id,
      ...keyProblems(fields.clientKey),
      ...textProblems('name', fields.name, CLIENT_LIMITS.name),
      ...tagProblems(fields.tags),
      ...textProblems('note', fields.note, CLIENT_LIMITS.note),
    ],
  };
};
