import type { Endpoint } from '#shared/api/endpoint.ts';
import { findServiceMessage, readEnvelope } from '#shared/api/envelope.ts';
import { asOneLine } from '#shared/domain/control-characters.ts';
import type { ErrorDetails, ErrorKind } from '#shared/result.ts';
import type { CallFailure, Sent } from './api-call-error.ts';
import { type Masker, maskedExcerpt, structureOnly } from './mask.ts';
import { redirected } from './network-error.ts';
import { readJson } from './read-json.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
  readonly retryAfterMs: number | undefined;
}

type Interpretation =
  | { readonly ok: true; readonly data: unknown }
  | { readonly ok: false; readonly failure: CallFailure };

const MAX_RAW = 4_000;
const MAX_MESSAGE = 500;

/** Interprets an answer (docs/api.md#answers, docs/api.md#errors), whatever it contains. Never throws. */
export const parseAnswer = (endpoint: Endpoint, answer: HttpAnswer, mask: Masker): Interpretation => {
  const { status } = answer;
  if (status >= 200 && status < 300) return readSuccess(endpoint, answer, mask);
  if (status === 0 || (status >= 300 && status < 400)) return { ok: false, failure: redirected(status) };
  return { ok: false, failure: readError(endpoint, answer, mask) };
};

const readSuccess = (endpoint: Endpoint, answer: HttpAnswer, mask: Masker): Interpretation => {
  const bad = (code: string, reason: string, params?: ErrorDetails['params']): Interpretation => ({
    ok: false,
    failure: malformed(endpoint, answer, mask, code, reason, params),
  });
  if (answer.text.trim() === '') {
    return endpoint.effect === 'change' ? fitToSchema(endpoint, undefined, bad) : bad('empty', 'the answer is empty');
  }
  const json = readJson(answer.text);
  if (json.kind === 'too-many') return bad('too-large', 'the answer holds too many values');
  if (json.kind === 'not-json') {
    const html = looksLikeHtml(answer.text);
    return bad(html ? 'html' : 'not-json', html ? 'the answer is a web page' : 'the answer is not JSON');
  }
  const envelope = readEnvelope(json.value);
  if (envelope.kind === 'foreign') return bad('not-this-api', 'the answer is not of this API');
  if (envelope.kind === 'refused') {
    const details = serviceMessage(endpoint, answer, envelope.message, mask);
    return { ok: false, failure: failure('rejected', 'answered', 'the service refused', answer, details) };
  }
  return fitToSchema(endpoint, envelope.data, bad);
};

const fitToSchema = (
  endpoint: Endpoint,
  data: unknown,
  bad: (code: string, reason: string, params?: ErrorDetails['params']) => Interpretation,
): Interpretation => {
  const parsed = endpoint.response.safeParse(data);
  if (parsed.success) return { ok: true, data: parsed.data };
  const [issue] = parsed.error.issues;
  const field = issue?.path.map(String).join('.') ?? '';
  const code: unknown = issue?.code === 'custom' ? issue.params?.code : undefined;
  return bad(typeof code === 'string' ? code : 'unexpected-shape', `the answer does not fit at "${field}"`, { field });
};

const readError = (endpoint: Endpoint, answer: HttpAnswer, mask: Masker): CallFailure => {
  const { status, text, retryAfterMs } = answer;
  const json = readJson(text);
  const isJson = json.kind === 'json';
  const details: ErrorDetails = {
    ...serviceMessage(endpoint, answer, isJson ? findServiceMessage(json.value) : plainMessage(text), mask),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
  const error = (kind: ErrorKind, sent: Sent, reason: string, transient = false) =>
    failure(kind, sent, reason, answer, details, transient);

  // Only an answer of this API proves that a charge was refused: any server on the way can send a status and a page.
  const sent = isJson ? 'answered' : 'maybe';
  if (status === 401) return error('unauthorized', sent, 'the token is not accepted');
  if (status === 403) return error('forbidden', sent, 'the service forbids it');
  if (status === 429) return error('rate-limited', 'answered', 'too many requests', true);
  if (status === 408) return error('timeout', 'maybe', 'the service gave up waiting', true);
  if (status === 425) return error('rate-limited', 'maybe', 'the service wants the request later', true);
  if (status === 503 && retryAfterMs !== undefined) return error('rate-limited', 'maybe', 'the service is busy', true);
  if (status >= 500) return error('server', 'maybe', 'the service failed', true);
  if (status < 400) return malformed(endpoint, answer, mask, 'not-http', 'the status is not of HTTP');
  // A page that says "not found" comes from another server; JSON comes from this API and is a refusal.
  if ((status === 404 || status === 405) && !isJson) {
    return malformed(endpoint, answer, mask, 'not-this-api', 'there is no such API at this address');
  }
  return error('rejected', sent, 'the service refused');
};

const failure = (
  kind: ErrorKind,
  sent: Sent,
  reason: string,
  answer: HttpAnswer,
  details: ErrorDetails,
  transient = false,
): CallFailure => ({
  kind,
  sent,
  reason: `${reason} (${answer.status})`,
  transient,
  details: { ...details, status: answer.status },
});

const malformed = (
  endpoint: Endpoint,
  answer: HttpAnswer,
  mask: Masker,
  code: string,
  reason: string,
  params?: ErrorDetails['params'],
): CallFailure =>
  failure('malformed', 'maybe', reason, answer, {
    code,
    ...(params === undefined ? {} : { params }),
    raw: rawExcerpt(endpoint, answer.text, mask),
  });

/** Returns the unreadable answer, for the user to send to the service's support. */
export const rawExcerpt = (endpoint: Endpoint, text: string, mask: Masker): string =>
  maskedExcerpt(mask, endpoint.answerIsSecret === true ? structureOnly(text) : text, MAX_RAW);

/**
 * Returns the service's own message in one line. Without a message in its JSON it is the beginning of the answer, and
 * for a page its title.
 */
const serviceMessage = (
  endpoint: Endpoint,
  answer: HttpAnswer,
  message: string | null,
  mask: Masker,
): Pick<ErrorDetails, 'serviceMessage'> => {
  const isSilent = answer.text.trim() === '' || (message === null && looksLikeHtml(answer.text));
  if (isSilent) return {};
  const words = message ?? rawExcerpt(endpoint, answer.text, mask).slice(0, MAX_MESSAGE);
  return { serviceMessage: maskedExcerpt(mask, asOneLine(words), MAX_MESSAGE) };
};

/** Returns the message of a body that is not JSON: the title of a page, or a short plain text. */
const plainMessage = (text: string): string | null =>
  looksLikeHtml(text) ? titleOf(text.slice(0, 20_000)) : text.trim().slice(0, MAX_MESSAGE);

const MAX_TITLE = 300;

const titleOf = (page: string): string | null => {
  const tag = page.search(/<(?:title|h1)\b/i);
  const from = tag < 0 ? -1 : page.indexOf('>', tag);
  if (from < 0) return null;
  const [title = ''] = page.slice(from + 1, from + 1 + MAX_TITLE).split('<', 1);
  return title.trim() === '' ? null : title.trim();
};

const looksLikeHtml = (text: string): boolean =>
  /^\s*<(!doctype|html|head|body|\?xml|!--|h1|title|center)/i.test(text.slice(0, 500));
