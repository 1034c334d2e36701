import type { Problem } from '../result.ts';
import { normalised } from './fold-text.ts';

/** Longest file name the app makes, in bytes of UTF-8: below the 255 of the file systems, with room for a `(2)`. */
export const MAX_FILE_NAME_BYTES = 200;

/** Names Windows keeps for devices, with any extension; it does not see blanks before the extension. */
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(\.|$)/i;
const FORBIDDEN = /[<>:"/\\|?*]/g;
/**
 * Control characters, lone surrogates, and whatever cannot be seen and makes a name look like another one. The two signs
 * that make one picture of several (`👩‍💻`) or a coloured one stay where they do that.
 */
const INVISIBLE = new RegExp(
  [
    String.raw`(?![\u200d\ufe0f])[\p{Cc}\p{Cs}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]`,
    String.raw`(?<!\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)\u200d`,
    String.raw`\u200d(?!\p{Extended_Pictographic})`,
    String.raw`(?<!\p{Extended_Pictographic})\ufe0f`,
  ].join('|'),
  'gu',
);
/** What looks like a space; tabs and line ends are some, too. */
const BLANKS = /[\s\u2800]+/g;

/** Bytes of UTF-8. */
const byteLength = (text: string): number => {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
};

/** Cuts between what the user sees as characters, so that an emoji is there whole or not at all. */
const cutTo = (text: string, maxBytes: number): string => {
  if (byteLength(text) <= maxBytes) return text;
  let cut = '';
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    bytes += byteLength(segment);
    if (bytes > maxBytes) break;
    cut += segment;
  }
  return cut;
};

const AT_END = /[\s.]/;

/** Without dots and blanks at the ends. */
const trimEnds = (text: string): string => {
  let from = 0;
  let to = text.length;
  while (from < to && AT_END.test(text.charAt(from))) from += 1;
  while (to > from && AT_END.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
};

const EXTENSION = /^\.[A-Za-z0-9]{1,8}$/;

/** Where the extension begins, or the end of the name. */
const extensionAt = (name: string): number => {
  const dot = name.lastIndexOf('.');
  return dot >= 0 && EXTENSION.test(name.slice(dot)) ? dot : name.length;
};

/**
 * A file name that Windows, macOS and Linux all take: no forbidden or invisible characters, no device names, no dots or
 * spaces at the ends, no `-` at the beginning (a program would take it for an option), at most 200 bytes with the
 * extension kept. Never empty: `fallback` is what is left of nothing.
 */
export const sanitizeFileName = (name: string, fallback = 'list'): string => {
  const visible = normalised(name.replace(BLANKS, ' ').replace(INVISIBLE, '').replace(/ +/g, ' '), 'NFC');
  const trimmed = trimEnds(visible.replace(FORBIDDEN, '_'));
  const extension = trimmed.slice(extensionAt(trimmed));
  const room = MAX_FILE_NAME_BYTES - byteLength(extension) - 1;
  const stem = trimEnds(cutTo(trimEnds(trimmed.slice(0, extensionAt(trimmed))), room));
  const whole = ((stem === '' ? fallback : stem) + extension).replace(/^-/, '_');
  return RESERVED.test(whole) ? `_${whole}` : whole;
};

/** What a file name may be made of (catalogue/lists/export-name.ts fills it). */
export const TEMPLATE_PARTS = ['client', 'pool', 'country', 'date', 'time', 'format', 'variant', 'count'] as const;

/**
 * Why a template makes no good file names: `template-empty`, `template-has-folder`, `template-brace` (a field that is
 * not closed or not opened), `template-part-unknown`, `template-characters` (what some system refuses in a name),
 * `template-reserved` (a device of Windows).
 */
export const templateProblem = (template: string): Omit<Problem, 'field'> | undefined => {
  const typed = template.trim();
  if (typed === '') return { code: 'template-empty' };
  if (/[/\\]/.test(typed)) return { code: 'template-has-folder' };
  const unknown = [...typed.matchAll(/\{([^{}]*)\}/g)].find(
    ([, part]) => !TEMPLATE_PARTS.some((known) => known === part),
  );
  if (unknown !== undefined) return { code: 'template-part-unknown', params: { part: unknown[0] } };
  const constant = typed.replace(/\{[^{}]*\}/g, '');
  if (/[{}]/.test(constant)) return { code: 'template-brace' };
  if (constant.search(FORBIDDEN) >= 0 || constant.search(INVISIBLE) >= 0) return { code: 'template-characters' };
  return RESERVED.test(typed) ? { code: 'template-reserved', params: { name: typed } } : undefined;
};

/** Stands for a part that is empty, until what joins it to the others is gone. */
const NOTHING = '\0';

/**
 * Fills `{client}`, `{pool}`… of a template and makes a file name of the result. A placeholder that is not known stays
 * as it is typed, so that the user sees the mistake; one that is empty goes with a `_` or `-` beside it. `.txt` is added when
 * the template has no extension.
 */
export const fileNameFromTemplate = (template: string, values: Readonly<Record<string, string>>): string => {
  const filled = template
    .replace(/\{([a-z]+)\}/g, (whole, key: string) => {
      const value = Object.hasOwn(values, key) ? values[key] : undefined;
      return value === undefined ? whole : value.replaceAll(NOTHING, '').replace(FORBIDDEN, '_') || NOTHING;
    })
    .replace(/^(?:\0[_-]?)+/, '')
    .replace(/[_-]?\0/g, '');
  const typed = template.trim();
  const hasExtension = extensionAt(typed) < typed.length;
  return sanitizeFileName(hasExtension ? filled : `${filled}.txt`);
};
