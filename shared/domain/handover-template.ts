/**
 * What a hand-over message may be filled with: `link`, `expires`, `days` and `limit` are of the VPN subscriptions;
 * `proxies` are the lines themselves where they are few, else their file, and `checked_at` is when all of them were last
 * checked; `traffic` is what is left in the pools; `price` is what all of it is sold for, and `paid_until` the end of what is paid.
 */
export const HANDOVER_FIELDS = [
  'name',
  'link',
  'expires',
  'days',
  'limit',
  'proxies',
  'checked_at',
  'traffic',
  'date',
  'price',
  'paid_until',
] as const;
/** Of these nothing is said before there is a price. */
export const SALE_FIELDS: readonly HandoverField[] = ['price', 'paid_until'];
export type HandoverField = (typeof HANDOVER_FIELDS)[number];
export type HandoverValues = Readonly<Record<HandoverField, string>>;

const PLACEHOLDER = /\{([^{}\n]*)\}/g;

const fieldOf = (name: string): HandoverField | undefined => HANDOVER_FIELDS.find((field) => field === name);

/** A field with one of its braces, in a text without those that have both. */
const HALF = /\{([a-z_]+)|(?<![a-z_])([a-z_]+)\}/g;
const halfFields = (template: string): readonly string[] =>
  [...template.replace(PLACEHOLDER, ' ').matchAll(HALF)].flatMap(([whole, opened = '', closed = '']) =>
    fieldOf(opened === '' ? closed : opened) ? [whole] : [],
  );

/** What stands in braces and is no field, and fields that lack a brace, as they are typed, each once. */
export const unknownFields = (template: string): readonly string[] => {
  const whole = [...template.matchAll(PLACEHOLDER)].flatMap(([text, name = '']) => (fieldOf(name) ? [] : [text]));
  return [...new Set([...whole, ...halfFields(template)])];
};

/** The fields that are used and have no value; what stood around them was left out. */
export const emptyFields = (template: string, values: HandoverValues): readonly HandoverField[] =>
  HANDOVER_FIELDS.filter((field) => values[field] === '' && template.includes(`{${field}}`));

/** Fields are used, and none of them has a value: nothing is left to be said. */
const isEmptied = (text: string, values: HandoverValues): boolean => {
  const fields = [...text.matchAll(PLACEHOLDER)].flatMap(([, name = '']) => fieldOf(name) ?? []);
  return fields.length > 0 && fields.every((field) => values[field] === '');
};

const fill = (text: string, values: HandoverValues): string =>
  text.replace(PLACEHOLDER, (whole, name: string) => {
    const field = fieldOf(name);
    return field === undefined ? whole : values[field];
  });

/**
 * Fills a template, so that one serves clients with a VPN, with proxies, or with both: a paragraph whose fields are all
 * empty is left out, with its heading; in the others, each line whose fields are all empty. What is no field stays as it
 * was typed, and a value is never read as a template. Paragraphs are what empty lines part; each gap becomes one.
 */
export const fillTemplate = (template: string, values: HandoverValues): string =>
  template
    .replace(/\r\n?/g, '\n')
    .split(/\n(?:[^\S\n]*\n)+/)
    .filter((paragraph) => !isEmptied(paragraph, values))
    .map((paragraph) =>
      paragraph
        .split('\n')
        .filter((line) => !isEmptied(line, values))
        .map((line) => fill(line, values).trimEnd())
        .join('\n'),
    )
    .filter((paragraph) => paragraph.trim() !== '')
    .join('\n\n');
