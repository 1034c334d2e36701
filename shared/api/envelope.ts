import { isRecord, readBoolean } from './wire.ts';

/** The success envelope `{ "ok": true, "data": … }` (docs/api.md#answers), read leniently. */
type Envelope =
  | { readonly kind: 'ok'; readonly data: unknown }
  /** The service answered and refused. */
  | { readonly kind: 'refused'; readonly message: string | null }
  /** The answer does not follow this API. */
  | { readonly kind: 'foreign' };

/**
 * Reads the envelope of an answer. `ok` may also be `"true"` or `1`. If `data` is missing, the other keys take its
 * place: the shapes of several answers are not documented, and the answer to a change may carry no data.
 */
export const readEnvelope = (json: unknown): Envelope => {
  if (!isRecord(json) || !Object.hasOwn(json, 'ok')) return { kind: 'foreign' };
  const isOk = readBoolean(json.ok);
  if (isOk === undefined) return { kind: 'foreign' };
  if (!isOk) return { kind: 'refused', message: findServiceMessage(json) };
  if (Object.hasOwn(json, 'data')) return { kind: 'ok', data: json.data };
  const { ok: _, ...rest } = json;
  return { kind: 'ok', data: rest };
};

const MESSAGE_KEYS = [
  'error',
  'message',
  'detail',
  'details',
  'errors',
  'msg',
  'description',
  'reason',
  'error_message',
  'title',
  'data',
];
const CODE_KEYS = ['code', 'error_code', 'errorCode', 'type'];
const MAX_DEPTH = 4;
const MAX_LENGTH = 500;

/**
 * Returns the service's own message from an error body of any shape: `{error: "…"}`, `{error: {message}}`, `{detail:
 * [{msg}]}`, `{errors: {field: ["…"]}}`… It has at most 500 characters, and the caller masks secrets. Returns `null` if
 * there is no message.
 */
export const findServiceMessage = (json: unknown): string | null => {
  const text = messageIn(json, 0) ?? codeIn(json);
  return text === null ? null : text.slice(0, MAX_LENGTH);
};

const messageIn = (value: unknown, depth: number): string | null => {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim();
  if (depth > MAX_DEPTH) return null;
  if (Array.isArray(value)) return joined(value.slice(0, 5).map((item) => messageIn(item, depth + 1)));
  if (!isRecord(value)) return null;
  for (const key of MESSAGE_KEYS) {
    if (!Object.hasOwn(value, key)) continue;
    const found = key === 'errors' ? fieldErrors(value[key], depth + 1) : messageIn(value[key], depth + 1);
    if (found !== null) return found;
  }
  return null;
};

/** Joins the messages of fields: `{errors: {gb: ["too many"]}}` → `gb: too many`. */
const fieldErrors = (value: unknown, depth: number): string | null => {
  const direct = messageIn(value, depth);
  if (direct !== null || !isRecord(value)) return direct;
  const lines = Object.entries(value)
    .slice(0, 5)
    .map(([field, errors]) => {
      const text = messageIn(errors, depth + 1);
      return text === null ? null : `${field}: ${text}`;
    });
  return joined(lines);
};

const joined = (texts: readonly (string | null)[]): string | null => {
  const found = texts.filter((text) => text !== null);
  return found.length === 0 ? null : found.join('; ');
};

/** Returns the bare error code, which tells more than no message at all. */
const codeIn = (json: unknown): string | null => {
  for (const holder of isRecord(json) ? [json, json.error] : []) {
    if (!isRecord(holder)) continue;
    for (const key of CODE_KEYS) {
      const code = holder[key];
      if (typeof code === 'string' || typeof code === 'number') return String(code);
    }
  }
  return null;
};
