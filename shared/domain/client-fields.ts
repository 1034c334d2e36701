import type { Problem } from '../result.ts';
import { isUsableText } from './client-identity.ts';
import { foldText } from './fold-text.ts';
import { isPaidUntilDay } from './paid-until.ts';

interface ClientText {
  /** The limit in characters. */
  readonly limit: number;
  /** The height of its field in a form, in lines: initially, and at most. */
  readonly lines: readonly [number, number];
  /** Headers of this column in files of other programs, in lower case without spaces and punctuation. */
  readonly headers: readonly string[];
  /** The code of the problem for a text that is too long, if it has its own message. */
  readonly tooLong?: string;
  /** The table also stores it folded as `<name>_sort`, so that the list can be sorted by it. */
  readonly sorted?: boolean;
}

/**
 * The texts that describe a client. The schema, limits, form, import, export and search are derived from this table. A
 * new one needs a column of its name in the table of clients (a migration) and its label in both languages
 * (texts/…/fields.ts).
 */
export const CLIENT_TEXTS = {
  name: {
    limit: 300,
    lines: [1, 1],
    headers: [
      'name',
      'client',
      'clientname',
      'customer',
      'fullname',
      'firstname',
      'title',
      'имя',
      'имяклиента',
      'клиент',
      'фио',
      'название',
    ],
    tooLong: 'name-too-long',
    sorted: true,
  },
  note: {
    limit: 5000,
    lines: [2, 8],
    headers: [
      'note',
      'notes',
      'comment',
      'comments',
      'remark',
      'description',
      'memo',
      'заметка',
      'заметки',
      'комментарий',
      'комментарии',
      'примечание',
      'примечания',
      'описание',
    ],
    tooLong: 'note-too-long',
  },
  plan: {
    limit: 300,
    lines: [1, 1],
    headers: ['plan', 'planname', 'tariff', 'tariffname', 'tarif', 'subscription', 'тариф', 'план', 'подписка'],
    tooLong: 'plan-too-long',
    sorted: true,
  },
} as const satisfies Readonly<Record<string, ClientText>>;

export type ClientTextName = keyof typeof CLIENT_TEXTS;
export const CLIENT_TEXT_NAMES = Object.keys(CLIENT_TEXTS) as readonly ClientTextName[];
export const clientText = (name: ClientTextName): ClientText => CLIENT_TEXTS[name];

/** Creates a record with a value for each of the texts. */
export const forClientTexts = <T>(of: (name: ClientTextName) => T): Record<ClientTextName, T> =>
  Object.fromEntries(CLIENT_TEXT_NAMES.map((name) => [name, of(name)])) as Record<ClientTextName, T>;

/** The fields beside the identifying pair, in the order of forms and files. */
export const CLIENT_DETAILS: readonly (ClientTextName | 'tags' | 'paidUntil')[] = [
  'name',
  'tags',
  ...CLIENT_TEXT_NAMES.slice(1),
  'paidUntil',
];

/** The most characters of a key and of a tag, and the most tags. */
export const CLIENT_LIMITS = { key: 500, tag: 50, tags: 50 } as const;

export interface ClientFields extends Readonly<Record<ClientTextName, string>> {
  readonly messengerId: number;
  readonly clientKey: string;
  readonly tags: readonly string[];
  /** The day until which the client has paid, YYYY-MM-DD in the reseller's calendar; `null` if it is not known. */
  readonly paidUntil: string | null;
}

/** Returns only the fields of an object that has them among others. */
export const clientFieldsOf = <Fields extends Omit<ClientFields, 'messengerId'> & { readonly messengerId: unknown }>({
  messengerId,
  clientKey,
  tags,
  paidUntil,
  ...rest
}: Fields) => ({
  messengerId: messengerId as Fields['messengerId'],
  clientKey,
  tags,
  paidUntil,
  ...forClientTexts((name): string => rest[name]),
});

interface ClientEdit {
  /** The fields when the user started to edit. */
  readonly seen: ClientFields;
  /** The fields as the user submits them. */
  readonly typed: ClientFields;
}

/**
 * Applies the changes of an edit to the present fields: those that the user left alone may have been changed elsewhere
 * meanwhile.
 */
export const applyEdit = (present: ClientFields, { seen, typed }: ClientEdit): ClientFields => {
  const isSamePair = typed.messengerId === seen.messengerId && typed.clientKey === seen.clientKey;
  const { messengerId, clientKey } = isSamePair ? present : typed;
  const removed = new Set(seen.tags.filter((tag) => !typed.tags.includes(tag)));
  const added = typed.tags.filter((tag) => !seen.tags.includes(tag));
  return {
    messengerId,
    clientKey,
    tags: [...present.tags.filter((tag) => !removed.has(tag)), ...added],
    paidUntil: typed.paidUntil === seen.paidUntil ? present.paidUntil : typed.paidUntil,
    ...forClientTexts((name) => (typed[name] === seen[name] ? present : typed)[name]),
  };
};

/** Characters that separate tags in a file, and so cannot be part of a tag. */
const TAG_SEPARATOR = /[,;\n\r\t]/;

/** Returns a tag in the form that is stored: trimmed, with single spaces inside. */
const normaliseTag = (tag: string): string => tag.trim().replace(/\s+/g, ' ');

/**
 * Returns the normalized tags without empty ones and duplicates. Tags that differ only in case are duplicates; the
 * first spelling stays.
 */
export const normaliseTags = (tags: readonly string[]): readonly string[] => {
  const seen = new Map<string, string>();
  for (const tag of tags.map(normaliseTag)) {
    const folded = tag.toLowerCase();
    if (tag !== '' && !seen.has(folded)) seen.set(folded, tag);
  }
  return [...seen.values()];
};

/** Splits the text of a cell into normalized tags. */
export const splitTags = (text: string): readonly string[] => normaliseTags(text.split(TAG_SEPARATOR));

export const joinTags = (tags: readonly string[]): string => tags.join(', ');

const textProblems = (field: string, text: string, max: number, tooLong = 'too-long'): readonly Problem[] => {
  if (text.length > max) return [{ field, code: tooLong, params: { max, length: text.length } }];
  return isUsableText(text) ? [] : [{ field, code: 'text-not-usable' }];
};

const keyProblems = (clientKey: string): readonly Problem[] => {
  if (clientKey === '') return [{ field: 'clientKey', code: 'clientKey-empty' }];
  return textProblems('clientKey', clientKey, CLIENT_LIMITS.key, 'clientKey-too-long');
};

/** Returns the first problem of tags: `tags-too-many`, `tag-too-long`, `tag-separator` or `text-not-usable`. */
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

const paidUntilProblems = (day: string | null): readonly Problem[] =>
  day === null || isPaidUntilDay(day) ? [] : [{ field: 'paidUntil', code: 'paid-until-not-a-day' }];

/**
 * Returns the fields in the form that is stored, and all their problems. The key is kept exactly as it is; the other
 * texts are trimmed. The form, the CSV import and the core share this function.
 */
export const checkClientFields = (
  typed: ClientFields,
): { readonly fields: ClientFields; readonly problems: readonly Problem[] } => {
  const fields: ClientFields = {
    messengerId: typed.messengerId === 0 ? 0 : typed.messengerId,
    clientKey: typed.clientKey,
    ...forClientTexts((name) => typed[name].trim()),
    tags: normaliseTags(typed.tags),
    paidUntil: typed.paidUntil,
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
      ...CLIENT_DETAILS.flatMap((name) => {
        if (name === 'tags') return tagProblems(fields.tags);
        if (name === 'paidUntil') return paidUntilProblems(fields.paidUntil);
        const { limit, tooLong } = clientText(name);
        return textProblems(name, fields[name], limit, tooLong);
      }),
    ],
  };
};

/**
 * Joins everything that the search covers. Line feeds between the parts prevent a word from matching across two of
 * them.
 */
export const searchTextOf = (fields: ClientFields): string =>
  foldText(
    [
      fields.clientKey,
      String(fields.messengerId),
      ...fields.tags,
      ...CLIENT_TEXT_NAMES.map((name) => fields[name]),
    ].join('\n'),
  );
