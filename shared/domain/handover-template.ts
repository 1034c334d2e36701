import { PLACEHOLDER, splitAtFields, type TemplatePiece } from './placeholders.ts';
import { VPN_APPS } from './vpn-apps.ts';

/**
 * The fields of a message. `link`, `expires`, `days`, `limit`, `apps` and the links of single apps describe the VPN
 * subscriptions, and within a repeated part one of them, whose number is `number`. `proxies` are a few lines, or the name
 * of their file; `checked_at` is when all of them were last checked. `traffic` is left in the pools, `low_traffic` in those
 * that run low. `plan` is what the reseller noted about the client. `paid_until` is the end of the paid
 * goods, or of a client without goods of this desk the day that the reseller noted. `price` is the selling price of
 * everything handed over.
 */
export const HANDOVER_FIELDS = [
  'name',
  'key',
  'link',
  'expires',
  'days',
  'limit',
  'number',
  'apps',
  ...VPN_APPS,
  'proxies',
  'checked_at',
  'traffic',
  'low_traffic',
  'date',
  'plan',
  'paid_until',
  'price',
  'debt',
] as const;
/** These fields stay empty until a price exists. */
export const SALE_FIELDS: readonly HandoverField[] = ['price', 'debt'];
export type HandoverField = (typeof HANDOVER_FIELDS)[number];
export type HandoverValues = Readonly<Record<HandoverField, string>>;

/** The part of a template between these two is repeated for each subscription. */
export const EACH = '{each}';
export const END_OF_EACH = '{/each}';

const MARKER = /\{\/?each\}/g;

const fieldOf = (name: string): HandoverField | undefined => HANDOVER_FIELDS.find((field) => field === name);

type Piece = TemplatePiece<HandoverField>;
/** A part of a template: pieces that appear once, or for each subscription. */
interface Part {
  readonly isEach: boolean;
  readonly pieces: readonly Piece[];
}

/** Something in a template that will not be filled in. */
export interface TemplateProblem {
  /** `unknown`: not a field, or a field that lacks a brace. `unpaired`: one end of a repeated part. */
  readonly code: 'unknown' | 'unpaired';
  /** As typed. */
  readonly text: string;
  /** The number of the line, from 1. */
  readonly line: number;
  /** The field that was probably meant. */
  readonly meant?: HandoverField;
}

const withPlainLineEnds = (template: string): string => template.replace(/\r\n?/g, '\n');

/** The ends of the repeated parts of a template, as positions. */
interface Markers {
  readonly pairs: readonly { readonly open: number; readonly close: number }[];
  /** Ends without a partner. */
  readonly unpaired: ReadonlySet<number>;
}

const markersOf = (template: string): Markers => {
  const pairs: { open: number; close: number }[] = [];
  const unpaired = new Set<number>();
  let open: number | undefined;
  for (const { 0: marker, index } of template.matchAll(MARKER)) {
    if (marker === EACH) {
      if (open !== undefined) unpaired.add(open);
      open = index;
    } else {
      if (open === undefined) unpaired.add(index);
      else pairs.push({ open, close: index });
      open = undefined;
    }
  }
  if (open !== undefined) unpaired.add(open);
  return { pairs, unpaired };
};

const isBlankCharacter = (character: string | undefined): boolean =>
  character !== undefined && character !== '\n' && character.trim() === '';

/** Returns the range of a marker: its whole line, with the line end, if nothing else is on it. */
const rangeOf = (text: string, at: number, marker: string): { readonly from: number; readonly to: number } => {
  let from = at;
  let to = at + marker.length;
  while (isBlankCharacter(text[from - 1])) from -= 1;
  while (isBlankCharacter(text[to])) to += 1;
  const startsLine = from === 0 || text[from - 1] === '\n';
  if (startsLine && to === text.length) return { from, to };
  return startsLine && text[to] === '\n' ? { from, to: to + 1 } : { from: at, to: at + marker.length };
};

/** Splits a template at its repeated parts. A marker without its partner stays text. */
const partsOf = (template: string): readonly Part[] => {
  const parts: Part[] = [];
  let done = 0;
  for (const { open, close } of markersOf(template).pairs) {
    const start = rangeOf(template, open, EACH);
    const end = rangeOf(template, close, END_OF_EACH);
    parts.push({ isEach: false, pieces: splitAtFields(template.slice(done, start.from), fieldOf) });
    parts.push({ isEach: true, pieces: splitAtFields(template.slice(start.to, end.from), fieldOf) });
    done = end.to;
  }
  return [...parts, { isEach: false, pieces: splitAtFields(template.slice(done), fieldOf) }];
};

/** Matches a field with only one of its braces. Complete fields must be removed from the text first. */
const HALF = /\{([a-z_]+)|(?<![a-z_])([a-z_]+)\}/g;

/** Returns whether two words differ by one letter: added, left out, replaced, or swapped with the next. */
const isNearly = (typed: string, known: string): boolean => {
  if (Math.abs(typed.length - known.length) > 1) return false;
  let at = 0;
  while (at < typed.length && typed[at] === known[at]) at += 1;
  const rests = [
    [typed.slice(at + 1), known.slice(at)],
    [typed.slice(at), known.slice(at + 1)],
    [typed.slice(at + 1), known.slice(at + 1)],
  ];
  const isSwapped = typed[at] === known[at + 1] && typed[at + 1] === known[at];
  return rests.some(([one, other]) => one === other) || (isSwapped && typed.slice(at + 2) === known.slice(at + 2));
};

const meantBy = (typed: string): { readonly meant?: HandoverField } => {
  const name = typed.replace(/[{}\s]/g, '').toLowerCase();
  const meant = fieldOf(name) ?? HANDOVER_FIELDS.find((field) => name.length > 2 && isNearly(name, field));
  return meant === undefined ? {} : { meant };
};

/** Returns everything in a template that stays as typed although it looks like a field, line by line. */
export const templateProblems = (template: string): readonly TemplateProblem[] => {
  const text = withPlainLineEnds(template);
  const { unpaired } = markersOf(text);
  const problems: TemplateProblem[] = [];
  let start = 0;
  for (const [index, line] of text.split('\n').entries()) {
    const number = index + 1;
    for (const { 0: typed, 1: name = '', index: at } of line.matchAll(PLACEHOLDER)) {
      if (unpaired.has(start + at)) problems.push({ code: 'unpaired', text: typed, line: number });
      else if (fieldOf(name) === undefined && typed !== EACH && typed !== END_OF_EACH) {
        problems.push({ code: 'unknown', text: typed, line: number, ...meantBy(typed) });
      }
    }
    for (const [typed, opened = '', closed = ''] of line.replace(PLACEHOLDER, ' ').matchAll(HALF)) {
      if (fieldOf(opened === '' ? closed : opened) === undefined) continue;
      problems.push({ code: 'unknown', text: typed, line: number, ...meantBy(typed) });
    }
    start += line.length + 1;
  }
  return problems;
};

/** Returns the fields in use that have no value; the text around them is left out or says that they are not known. */
export const emptyFields = (template: string, values: HandoverValues): readonly HandoverField[] =>
  HANDOVER_FIELDS.filter(
    // A single subscription has no number, and needs none.
    (field) => field !== 'number' && values[field] === '' && template.includes(`{${field}}`),
  );

/** A piece of a message: text, or the value of a field. */
type Filled = { readonly text: string } | { readonly field: HandoverField | null; readonly value: string };
type Line = readonly Filled[];

const NOTHING: Filled = { field: null, value: '' };

/** Puts an empty value in the place of each line of a text, so that only its paragraphs remain. */
const emptiedLines = (text: string): readonly Filled[] =>
  text
    .split('\n')
    .flatMap((line, index) => [...(index === 0 ? [] : [{ text: '\n' }]), ...(line.trim() === '' ? [] : [NOTHING])]);

/** Puts the values in, and repeats the parts. Without any subscription, empty values stand for a repeated part. */
const fillPieces = (
  parts: readonly Part[],
  values: HandoverValues,
  each: readonly HandoverValues[],
): readonly Filled[] =>
  parts.flatMap(({ isEach, pieces }) => {
    const withValues = (of: HandoverValues): Filled[] =>
      pieces.map((piece) => ('text' in piece ? piece : { field: piece.field, value: of[piece.field] }));
    if (!isEach) return withValues(values);
    if (each.length > 0) return each.flatMap(withValues);
    return pieces.flatMap((piece) => ('text' in piece ? emptiedLines(piece.text) : [NOTHING]));
  });

const linesOf = (pieces: readonly Filled[]): readonly Line[] => {
  const lines: Filled[][] = [[]];
  for (const piece of pieces) {
    if (!('text' in piece)) {
      lines.at(-1)?.push(piece);
      continue;
    }
    for (const [index, text] of piece.text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (text !== '') lines.at(-1)?.push({ text });
    }
  }
  return lines;
};

const isBlank = (line: Line): boolean => line.every((piece) => 'text' in piece && piece.text.trim() === '');

/** Returns whether a text uses fields and none of them has a value, so that it would say nothing. */
const isEmptied = (pieces: Line): boolean => {
  const fields = pieces.filter((piece) => !('text' in piece));
  return fields.length > 0 && fields.every((piece) => 'value' in piece && piece.value === '');
};

/** Values that are left out of a line together with a comma beside them, because "not known" would be wrong there. */
const LEFT_OUT: readonly (HandoverField | null)[] = ['name', 'number', null];

/** Returns the text before a value that is left out, and whether the comma that belongs to it was there. */
const beforeLeftOut = (text: string): { readonly text: string; readonly hadComma: boolean } => {
  const trimmed = text.trimEnd();
  if (!trimmed.endsWith(',')) return { text, hadComma: false };
  return { text: trimmed.slice(0, -1).trimEnd(), hadComma: true };
};

/** Joins a text to what precedes a left-out value, whose comma is after it. */
const afterLeftOut = (before: string, text: string): string => {
  const rest = text.startsWith(',') ? text.slice(1).trimStart() : text;
  if (before !== '' && before === before.trimEnd()) return before + rest;
  return joinedTo(before, rest.trimStart());
};

/** Leaves out a blank before a colon, a full stop and the like. */
const joinedTo = (before: string, text: string): string =>
  /^[.:;!?)]/.test(text) ? before.trimEnd() + text : before + text;

const textOf = (line: Line, unknown: string): string => {
  let text = '';
  let isPending = false;
  for (const piece of line) {
    if ('text' in piece) {
      text = isPending ? afterLeftOut(text, piece.text) : text + piece.text;
      isPending = false;
    } else if (piece.value !== '') text += piece.value;
    else if (LEFT_OUT.includes(piece.field)) {
      const before = beforeLeftOut(text);
      text = before.text;
      isPending = !before.hadComma;
    } else text += unknown;
  }
  return text.trimEnd();
};

interface Filling {
  readonly values: HandoverValues;
  /** The values for each subscription, for the repeated parts. */
  readonly each: readonly HandoverValues[];
  /** Stands for an unknown value in a line that is not left out because it has another one. */
  readonly unknown: string;
}

/**
 * Fills in a template, so that the same one serves clients with VPN, with proxies, or with both. A paragraph whose
 * fields are all empty is left out together with its heading; in the other paragraphs, each line whose fields are all
 * empty is. Unknown fields stay as typed, and placeholders in a value are not filled in. Paragraphs are separated by
 * empty lines, and several empty lines become one.
 */
export const fillTemplate = (template: string, { values, each, unknown }: Filling): string => {
  const lines = linesOf(fillPieces(partsOf(withPlainLineEnds(template)), values, each));
  const paragraphs: Line[][] = [[]];
  for (const line of lines) {
    if (!isBlank(line)) paragraphs.at(-1)?.push(line);
    else if (paragraphs.at(-1)?.length !== 0) paragraphs.push([]);
  }
  return paragraphs
    .filter((paragraph) => paragraph.length > 0 && !isEmptied(paragraph.flat()))
    .map((paragraph) =>
      paragraph
        .filter((line) => !isEmptied(line))
        .map((line) => textOf(line, unknown))
        .join('\n'),
    )
    .filter((paragraph) => paragraph.trim() !== '')
    .join('\n\n');
};
