import { hasControl } from './control-characters.ts';
import { CSV_BOM, CSV_LINE_END, csvLine } from './csv-writer.ts';
import { PLACEHOLDER, splitAtFields, type TemplatePiece } from './placeholders.ts';

/**
 * The fields of a layout. `host` is a name or an address, `country` the code of the country if all lines have the same,
 * `end` the day on which a dedicated proxy ends, `number` the number of the line, and `label` a name that no other line has.
 */
export const LAYOUT_FIELDS = [
  'scheme',
  'host',
  'port',
  'login',
  'password',
  'country',
  'end',
  'client',
  'number',
  'label',
] as const;
export type LayoutField = (typeof LAYOUT_FIELDS)[number];

/**
 * How values stand in a line: as they are, percent-encoded for addresses, or as JSON, which YAML reads as well. Values that
 * stand as they are must not contain the characters between the fields.
 */
export const VALUE_FORMS = ['plain', 'url', 'json'] as const;
export type ValueForm = (typeof VALUE_FORMS)[number];

/** A layout of the reseller's own, or of a tool. */
export type LineLayout =
  | {
      readonly kind: 'lines';
      /** With fields in braces. */
      readonly line: string;
      readonly values: ValueForm;
      /** Precedes the lines; may be empty. */
      readonly head: string;
    }
  | { readonly kind: 'csv'; readonly fields: readonly LayoutField[] }
  | { readonly kind: 'json'; readonly fields: readonly LayoutField[] };

export const LAYOUT_KINDS = ['lines', 'csv', 'json'] as const;

/** The facts about one proxy. Empty texts are not known. */
export interface LaidOutProxy {
  readonly scheme: 'http' | 'socks5';
  /** In brackets if it is an IPv6 address. */
  readonly host: string;
  readonly port: string;
  readonly login: string;
  readonly password: string;
  readonly country: string;
  readonly end: string;
  readonly client: string;
}

/**
 * Why a proxy has no line. `missing`: it lacks the field. `separator`: the value contains a character that stands between
 * the fields, so that the line could be read in another way. `control`: the value contains a control character.
 * `unreadable`: the stored line can be read in more than one way, or in none.
 */
export const LEFT_OUT_REASONS = ['missing', 'separator', 'control', 'unreadable'] as const;
export interface LeftOutReason {
  readonly reason: (typeof LEFT_OUT_REASONS)[number];
  readonly field: LayoutField | null;
}

export type LaidOutLine = { readonly line: string } | LeftOutReason;

/** Without these fields a proxy cannot be used, so a line that needs one is left out if it is not known. */
const NEEDED: ReadonlySet<LayoutField> = new Set(['host', 'port', 'login', 'password']);
/** Fields that the app itself writes: they contain nothing that could be misread. */
const SAFE: ReadonlySet<LayoutField> = new Set(['scheme', 'host', 'port', 'number', 'label']);

const fieldNamed = (name: string): LayoutField | undefined => LAYOUT_FIELDS.find((field) => field === name);

type Piece = TemplatePiece<LayoutField>;

const piecesOf = (line: string): readonly Piece[] => splitAtFields(line, fieldNamed);

/** Matches a placeholder of one word. Other braces belong to the layout, as in JSON. */
const WORD = /^[a-z_]+$/i;

/** Returns the placeholders of a line that are not fields, as typed and without repetitions. */
export const unknownLayoutFields = (line: string): readonly string[] => [
  ...new Set(
    [...line.matchAll(PLACEHOLDER)].flatMap(([typed, name = '']) =>
      WORD.test(name) && fieldNamed(name) === undefined ? [typed] : [],
    ),
  ),
];

/** A problem of a layout, by the name of its field. */
export interface LayoutProblem {
  readonly field: 'line' | 'fields' | 'head';
  readonly code: 'required' | 'layout-no-field' | 'layout-field-unknown' | 'layout-one-line' | 'layout-control';
  readonly params?: { readonly field: string };
}

const withoutLineEnds = (text: string): string => text.replace(/[\r\n]/g, '');

export const layoutProblems = (layout: LineLayout): readonly LayoutProblem[] => {
  if (layout.kind !== 'lines') return layout.fields.length === 0 ? [{ field: 'fields', code: 'required' }] : [];
  const { line, head } = layout;
  const problems: LayoutProblem[] = [];
  const [unknown] = unknownLayoutFields(line);
  if (line.trim() === '') problems.push({ field: 'line', code: 'required' });
  else if (hasControl(line.replaceAll('\t', ''))) problems.push({ field: 'line', code: 'layout-one-line' });
  else if (unknown !== undefined)
    problems.push({ field: 'line', code: 'layout-field-unknown', params: { field: unknown } });
  else if (!piecesOf(line).some((piece) => 'field' in piece)) problems.push({ field: 'line', code: 'layout-no-field' });
  if (hasControl(withoutLineEnds(head))) problems.push({ field: 'head', code: 'layout-control' });
  return problems;
};

/** Printable ASCII, which nearly all values are: a quick test that spares the ones for all characters. */
const IS_PRINTABLE = /^[!-~]*$/;
/** These characters stay as they are in an address. */
const IS_UNRESERVED = /^[\w.-]*$/;
/** Lone surrogates cannot be encoded for an address. */
const HAS_LONE_SURROGATE = /\p{Cs}/u;

const withoutBrackets = (host: string): string =>
  host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;

/** Returns a name for a line: the country if it is known, and the number. */
const labelOf = (country: string, number: number): string =>
  `${/^[a-z]{2,3}$/i.test(country) ? country.toUpperCase() : 'proxy'}-${number}`;

const fieldValue = (proxy: LaidOutProxy, field: LayoutField, number: number): string => {
  if (field === 'number') return String(number);
  return field === 'label' ? labelOf(proxy.country, number) : proxy[field];
};

/** Returns why a value cannot stand in a line; `null` if it can. */
const obstacleOf = (value: string, field: LayoutField, separators: ReadonlySet<string>): LeftOutReason | null => {
  if (value === '') return NEEDED.has(field) ? { reason: 'missing', field } : null;
  if (!IS_PRINTABLE.test(value) && (hasControl(value) || HAS_LONE_SURROGATE.test(value))) {
    return { reason: 'control', field };
  }
  if (SAFE.has(field)) return null;
  for (const character of value) if (separators.has(character)) return { reason: 'separator', field };
  return null;
};

const NONE: ReadonlySet<string> = new Set();
const IS_WORD_CHARACTER = /[\p{L}\p{N}]/u;

/** Returns the characters between the fields, and white space, at which tools split a line. */
const separatorsOf = (pieces: readonly Piece[]): ReadonlySet<string> =>
  new Set([
    ' ',
    ...pieces.flatMap((piece) =>
      'text' in piece ? [...piece.text].filter((one) => !IS_WORD_CHARACTER.test(one)) : [],
    ),
  ]);

const inForm = (value: string, field: LayoutField, values: ValueForm): string => {
  if (values === 'json') {
    if (field === 'port' || field === 'number') return value;
    return JSON.stringify(field === 'host' ? withoutBrackets(value) : value);
  }
  const isAsItIs = values !== 'url' || SAFE.has(field) || IS_UNRESERVED.test(value);
  return isAsItIs ? value : encodeURIComponent(value);
};

/** Lays out proxies one after another. `number` counts the lines from 1. */
type LayOut = (proxy: LaidOutProxy, number: number) => LaidOutLine;

const layOutText = ({ line, values }: Extract<LineLayout, { kind: 'lines' }>): LayOut => {
  const pieces = piecesOf(line);
  const separators = values === 'plain' ? separatorsOf(pieces) : NONE;
  return (proxy, number) => {
    let text = '';
    for (const piece of pieces) {
      if ('text' in piece) {
        text += piece.text;
        continue;
      }
      const value = fieldValue(proxy, piece.field, number);
      const obstacle = obstacleOf(value, piece.field, separators);
      if (obstacle !== null) return obstacle;
      text += inForm(value, piece.field, values);
    }
    return { line: text };
  };
};

const layOutFields = (fields: readonly LayoutField[], write: (values: readonly string[]) => string): LayOut => {
  return (proxy, number) => {
    const values: string[] = [];
    for (const field of fields) {
      const value = fieldValue(proxy, field, number);
      const obstacle = obstacleOf(value, field, NONE);
      if (obstacle !== null) return obstacle;
      values.push(field === 'host' ? withoutBrackets(value) : value);
    }
    return { line: write(values) };
  };
};

const jsonRow =
  (fields: readonly LayoutField[]) =>
  (values: readonly string[]): string =>
    JSON.stringify(
      Object.fromEntries(
        fields.map((field, index) => {
          const value = values[index] ?? '';
          if (value === '') return [field, null];
          return [field, field === 'port' || field === 'number' ? Number(value) : value];
        }),
      ),
    );

const csvText = (cells: readonly string[]): string => csvLine(cells).slice(0, -CSV_LINE_END.length);

/** A layout that is ready to be used, with everything around its lines. */
export interface CompiledLayout {
  readonly layOut: LayOut;
  /** The start of the file, with its line ends. */
  readonly head: string;
  /** Stands between two lines, and after the last one. */
  readonly between: string;
  readonly foot: string;
  /** The extension of the file, without the dot. */
  readonly extension: 'txt' | 'yaml' | 'csv' | 'json';
}

/** Compiles a layout without problems. `lineEnd` ends the lines of a text; tables for spreadsheets have one of their own. */
export const compileLayout = (layout: LineLayout, lineEnd: string): CompiledLayout => {
  switch (layout.kind) {
    case 'lines': {
      const head = layout.head.replace(/\r\n?/g, '\n').split('\n').join(lineEnd);
      return {
        layOut: layOutText(layout),
        head: head === '' ? '' : head + lineEnd,
        between: lineEnd,
        foot: lineEnd,
        extension: layout.head !== '' && layout.values === 'json' ? 'yaml' : 'txt',
      };
    }
    case 'csv':
      return {
        layOut: layOutFields(layout.fields, csvText),
        head: CSV_BOM + csvLine(layout.fields),
        between: CSV_LINE_END,
        foot: CSV_LINE_END,
        extension: 'csv',
      };
    case 'json':
      return {
        layOut: layOutFields(layout.fields, jsonRow(layout.fields)),
        head: '[\n',
        between: ',\n',
        foot: '\n]\n',
        extension: 'json',
      };
  }
};

/** The columns of the ready tables. */
const TABLE_FIELDS = ['scheme', 'host', 'port', 'login', 'password', 'country', 'end'] as const;

/** The built-in layouts, each for a program that reads it (docs/layouts.md#built-in-layouts). */
export const LAYOUT_PRESETS = {
  url: { kind: 'lines', line: '{scheme}://{login}:{password}@{host}:{port}', values: 'url', head: '' },
  typed: { kind: 'lines', line: '{scheme}://{host}:{port}:{login}:{password}', values: 'plain', head: '' },
  foxyproxy: {
    kind: 'lines',
    line: '{scheme}://{login}:{password}@{host}:{port}?title={label}',
    values: 'url',
    head: '',
  },
  smartproxy: {
    kind: 'lines',
    line: '{host}:{port} [{scheme}] [{label}] [{login}] [{password}]',
    values: 'plain',
    head: '',
  },
  openbullet: { kind: 'lines', line: '({scheme}){host}:{port}:{login}:{password}', values: 'plain', head: '' },
  proxychains: { kind: 'lines', line: '{scheme} {host} {port} {login} {password}', values: 'plain', head: '' },
  clash: {
    kind: 'lines',
    line: '  - {"name": {label}, "type": {scheme}, "server": {host}, "port": {port}, "username": {login}, "password": {password}}',
    values: 'json',
    head: 'proxies:',
  },
  csv: { kind: 'csv', fields: TABLE_FIELDS },
  json: { kind: 'json', fields: TABLE_FIELDS },
} as const satisfies Readonly<Record<string, LineLayout>>;
export type LayoutPreset = keyof typeof LAYOUT_PRESETS;
export const LAYOUT_PRESET_NAMES = Object.keys(LAYOUT_PRESETS) as readonly LayoutPreset[];
