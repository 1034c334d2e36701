/**
 * The fields of a hand-over message. `link`, `expires`, `days` and `limit` describe the VPN subscriptions. `proxies`
 * are a few lines, or the name of their file; `checked_at` is when all of them were last checked. `traffic` is left in
 * the pools. `price` is the selling price of everything handed over, and `paid_until` the end of the paid time.
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
/** These fields stay empty until a price exists. */
export const SALE_FIELDS: readonly HandoverField[] = ['price', 'paid_until'];
export type HandoverField = (typeof HANDOVER_FIELDS)[number];
export type HandoverValues = Readonly<Record<HandoverField, string>>;

const PLACEHOLDER = /\{([^{}\n]*)\}/g;

const fieldOf = (name: string): HandoverField | undefined => HANDOVER_FIELDS.find((field) => field === name);

/** Matches a field with only one of its braces. Complete fields must be removed from the text first. */
const HALF = /\{([a-z_]+)|(?<![a-z_])([a-z_]+)\}/g;
const halfFields = (template: string): readonly string[] =>
  [...template.replace(PLACEHOLDER, ' ').matchAll(HALF)].flatMap(([whole, opened = '', closed = '']) =>
    fieldOf(opened === '' ? closed : opened) ? [whole] : [],
  );

/** Returns the unknown fields and those that lack a brace, as typed and without repetitions. */
export const unknownFields = (template: string): readonly string[] => {
  const whole = [...template.matchAll(PLACEHOLDER)].flatMap(([text, name = '']) => (fieldOf(name) ? [] : [text]));
  return [...new Set([...whole, ...halfFields(template)])];
};

/** Returns the fields in use that have no value; the text around them is left out. */
export const emptyFields = (template: string, values: HandoverValues): readonly HandoverField[] =>
  HANDOVER_FIELDS.filter((field) => values[field] === '' && template.includes(`{${field}}`));

/** Returns whether a text uses fields and none of them has a value, so that it would say nothing. */
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
 * Fills in a template, so that the same one serves clients with VPN, with proxies, or with both. A paragraph whose
 * fields are all empty is left out together with its heading; in the other paragraphs, each line whose fields are all
 * empty is. Unknown fields stay as typed, and placeholders in a value are not filled in. Paragraphs are separated by
 * empty lines, and several empty lines become one.
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
