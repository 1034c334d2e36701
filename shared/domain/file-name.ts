import type { Problem } from '../result.ts';
import { normalised } from './fold-text.ts';

/**
 * The longest file name that the app creates, in bytes of UTF-8: below the 255 bytes of the file systems, with room for
 * ` (2)`.
 */
export const MAX_FILE_NAME_BYTES = 200;

/** Names that Windows reserves for devices, with any extension; it ignores blanks before the extension. */
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(\.|$)/i;
const FORBIDDEN = /[<>:"/\\|?*]/g;
/**
 * Control characters, lone surrogates, and invisible characters that make one name look like another. The joiner within
 * an emoji sequence (`👩‍💻`) and the variation selector after an emoji are kept.
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
/** White space and characters that look like it. */
const BLANKS = /[\s\u2800]+/g;

/** Returns the length of a text in bytes of UTF-8. */
const byteLength = (text: string): number => {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
};

/** Cuts a text between user-perceived characters, so that no emoji is split. */
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

/** Removes dots and blanks from both ends. */
const trimEnds = (text: string): string => {
  let from = 0;
  let to = text.length;
  while (from < to && AT_END.test(text.charAt(from))) from += 1;
  while (to > from && AT_END.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
};

const EXTENSION = /^\.[A-Za-z0-9]{1,8}$/;

/** Returns the position of the extension, or the end of the name. */
const extensionAt = (name: string): number => {
  const dot = name.lastIndexOf('.');
  return dot >= 0 && EXTENSION.test(name.slice(dot)) ? dot : name.length;
};

/**
 * Returns a file name that Windows, macOS and Linux accept: no forbidden or invisible characters, no device names, no
 * dots or spaces at the ends, no `-` at the start (programs would read it as an option), at most 200 bytes with the
 * extension kept. It returns `fallback` instead of an empty name.
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

/** The placeholders of a file name template (catalogue/lists/export-name.ts fills them in). */
export const TEMPLATE_PARTS = ['client', 'pool', 'country', 'date', 'time', 'format', 'variant', 'count'] as const;

/**
 * Returns the problem of a file name template: `template-empty`, `template-has-folder`, `template-brace` (an unbalanced
 * brace), `template-part-unknown`, `template-characters` (forbidden in names on some system), `template-reserved` (a
 * device name of Windows).
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

/** Marks an empty placeholder until the separator next to it is removed. */
const NOTHING = '\0';

/**
 * Fills in `{client}`, `{pool}`… of a template and returns a valid file name. An unknown placeholder stays as typed, so
 * that the user sees the mistake; an empty one is removed together with a `_` or `-` next to it. `.txt` is added if the
 * template has no extension.
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
