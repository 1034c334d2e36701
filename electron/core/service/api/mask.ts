/** Hides possible secrets in texts for the user, a log or the service's support. */
export type Masker = (text: string) => string;

const HIDDEN = '•••';
const SECRET_KEY =
  '[\\w-]{0,24}(?:password|passwd|pwd|secret|token|api_?key|authorization|login|user_?name|subscription_?url)[\\w-]{0,24}|pass|user';

/**
 * Every repetition that can fail late is bounded, or can only start where its run starts. Otherwise a hostile answer
 * could keep the process busy for seconds.
 */
const RULES: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  // JSON strings and numbers; the last one may be cut off.
  [
    new RegExp(`("(?:${SECRET_KEY})"\\s*:\\s*)(?:"(?:[^"\\\\]|\\\\.)*(?:"|\\\\?$)|-?\\d[\\d.]*)`, 'gi'),
    `$1"${HIDDEN}"`,
  ],
  [/\b(bearer|basic)\s+[^\s"'<>,;]+/gi, `$1 ${HIDDEN}`],
  // login:password@host
  [/(?<![^\s:@/"'\\<>,])[^\s:@/"'\\<>,]+:[^\s@/"'\\<>]{1,200}@/g, `${HIDDEN}:${HIDDEN}@`],
  // host:port:login:password
  [
    /((?:\[[0-9a-f:.]{2,60}\]|(?<![^\s:"'\\<>,])[^\s:"'\\<>,]+):\d{1,5}):[^\s:"'\\<>,]+:[^\s"'\\<>,]+/gi,
    `$1:${HIDDEN}:${HIDDEN}`,
  ],
  // After the lines of lists: a login may start like a key and would then stay visible.
  [new RegExp(`\\b(${SECRET_KEY})(\\s*[=:]\\s*)[^\\s"'&<>,;]+`, 'gi'), `$1$2${HIDDEN}`],
  // A link may be a subscription, whose path is the secret.
  [/\b(https?:(?:\\?\/){2}[^\s/\\"'<>?#]+)(?:\\?\/|[?#])[^\s"'<>]+/gi, `$1/${HIDDEN}`],
];

const tokenMasker = (token: string, shortest: number): Masker => {
  const spellings = [token, encodeURIComponent(token), JSON.stringify(token).slice(1, -1)];
  const secrets = [...new Set(spellings)].filter((spelling) => spelling.length >= shortest);
  return (text) => secrets.reduce((masked, secret) => masked.replaceAll(secret, HIDDEN), text);
};

/** A shorter token could occur in an address or a password by chance, and paid goods must not be changed. */
const SHORTEST_IN_GOODS = 12;

/**
 * Returns a masker for answers that are stored: it hides the token in all its possible spellings and changes nothing
 * else.
 */
export const createTokenMasker = (token: string): Masker => tokenMasker(token, SHORTEST_IN_GOODS);

/** Nobody reads more of an answer on a screen, and the rules take up to two hundred steps per character. */
const MAX_MASKED = 100_000;
/** The maximum length of a secret that may lie across a cut. */
const MARGIN = 4_096;

/** Returns a masker that also hides the token itself. It cuts a longer text to its first 100,000 characters and `…`. */
export const createMasker = (token: string): Masker => {
  const maskToken = tokenMasker(token, 4);
  const mask: Masker = (text) =>
    RULES.reduce((masked, [pattern, replacement]) => masked.replace(pattern, replacement), maskToken(text));
  return (text) => (text.length <= MAX_MASKED + MARGIN ? mask(text) : `${maskedExcerpt(mask, text, MAX_MASKED)}…`);
};

/**
 * Returns the masked beginning of a long text. It cuts before masking, so that a huge answer costs nothing, and drops
 * the end, where half a token could have remained.
 */
export const maskedExcerpt = (mask: Masker, text: string, maxLength: number): string => {
  if (text.length <= maxLength + MARGIN) return mask(text).slice(0, maxLength);
  return mask(text.slice(0, maxLength + MARGIN))
    .slice(0, -MARGIN)
    .slice(0, maxLength);
};

/** Masks an answer that is completely secret and keeps only its JSON structure. */
export const structureOnly = (text: string): string => {
  const trimmed = text.trim();
  if (!/^[[{]/.test(trimmed)) return trimmed === '' ? '' : HIDDEN;
  return trimmed
    .slice(0, 4_000)
    .replace(/"(?:[^"\\]|\\.)*(?:"(\s*:)?|$)/g, (string, colon?: string) =>
      colon === undefined ? `"${HIDDEN}"` : string,
    )
    .replace(/(:\s*)-?\d[\d.eE+-]*/g, `$1${HIDDEN}`);
};
