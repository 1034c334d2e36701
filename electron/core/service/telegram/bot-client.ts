import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { Clock, Fetch } from '#core/ports.ts';
import { networkFailure } from '#core/service/api/network-error.ts';
import { readResponseBody } from '#core/service/api/transport.ts';
import {
  type BotIdentity,
  type BotUpdate,
  botSchema,
  parseBotAnswer,
  parseUpdates,
  sentSchema,
} from './bot-answers.ts';
import { createSendPace } from './send-pace.ts';

/** The only address to which the token of a bot is sent. */
export const BOT_API = 'https://api.telegram.org';

/**
 * `token`: Telegram does not know the token. `conflict`: another program reads the messages of the bot. `webhook`: they go to
 * an address on the internet. `blocked`: the person blocked the bot. `busy`: too many messages. `refused`: the request is not
 * possible, such as a message to a chat that does not exist. `broken`: no readable answer came.
 */
export type BotFailureCode =
  | 'token'
  | 'conflict'
  | 'webhook'
  | 'blocked'
  | 'busy'
  | 'refused'
  | 'offline'
  | 'broken'
  | 'malformed';

export interface BotFailure {
  readonly ok: false;
  readonly code: BotFailureCode;
  /** Whether the request may have had its effect nevertheless. */
  readonly sent: 'no' | 'maybe';
  readonly retryAfterMs: number;
}

export type BotResult<T> = { readonly ok: true; readonly value: T } | BotFailure;

interface BotClientDeps {
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Only tests have another than `BOT_API`. */
  readonly baseUrl: string;
  readonly token: string;
}

const ANSWER_MS = 20_000;
/** Documents take longer to upload than messages. */
const UPLOAD_MS = 180_000;
/** How long Telegram keeps a request for updates open if there are none. */
const POLL_S = 50;
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
/** Few enough that a whole answer of the longest messages stays below the limit above. */
const UPDATES_AT_ONCE = 50;
const LONGEST_RETRY_AFTER_S = 3_600;
const USUAL_RETRY_AFTER_MS = 5_000;

/** Electron's fetch has a cache and obeys it; Node's type of a request lacks the field. */
const NO_STORE: object = { cache: 'no-store' };

const failure = (code: BotFailureCode, sent: BotFailure['sent'], retryAfterMs = 0): BotFailure => ({
  ok: false,
  code,
  sent,
  retryAfterMs,
});

const failureOf = (status: number, description: string, retryAfterS: number | null): BotFailure => {
  switch (status) {
    case 401:
    case 404:
      return failure('token', 'no');
    case 403:
      return failure('blocked', 'no');
    case 409:
      return failure(/webhook/i.test(description) ? 'webhook' : 'conflict', 'no');
    case 429: {
      const wait = retryAfterS === null ? USUAL_RETRY_AFTER_MS : Math.min(retryAfterS, LONGEST_RETRY_AFTER_S) * 1_000;
      return failure('busy', 'no', wait);
    }
    default:
      return status >= 400 && status < 500 ? failure('refused', 'no') : failure('broken', 'maybe');
  }
};

interface RequestBody {
  readonly type: string;
  readonly body: string;
}

const jsonBody = (fields: object): RequestBody => ({ type: 'application/json', body: JSON.stringify(fields) });

/** A file that consists of text, as UTF-8. */
export interface BotDocument {
  readonly name: string;
  readonly text: string;
}

/** Characters that would end the name of a file in a multipart request. */
const inHeader = (name: string): string => name.replace(/["\r\n]/g, (character) => encodeURIComponent(character));

/** Returns a request with a file. Its boundary is random, so that no text of the file contains it. */
const documentBody = (chatId: number, { name, text }: BotDocument): RequestBody => {
  const boundary = `desk-${randomBytes(24).toString('hex')}`;
  const field = (disposition: string, value: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`;
  const file = `name="document"; filename="${inHeader(name)}"\r\nContent-Type: application/octet-stream`;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: [
      field('name="chat_id"', String(chatId)),
      field('name="disable_content_type_detection"', 'true'),
      field(file, text),
      `--${boundary}--\r\n`,
    ].join(''),
  };
};

interface SendTerms {
  readonly signal: AbortSignal;
  readonly patienceMs: number;
  readonly isStill?: () => boolean;
}

export type BotClient = ReturnType<typeof createBotClient>;

/**
 * Creates the client of one bot. The token is a part of every address, so no error and no text of Telegram leaves this file:
 * callers get codes alone. Every request is a POST, which the fetch port never repeats, so no message is sent twice.
 */
export const createBotClient = ({ fetch, clock, baseUrl, token }: BotClientDeps) => {
  const pace = createSendPace(clock);

  /** Sends a request and reads its answer. Rejects only when the caller's signal is aborted before anything was sent. */
  const ask = async (
    method: string,
    { type, body }: RequestBody,
    { signal, limitMs = ANSWER_MS }: { readonly signal: AbortSignal; readonly limitMs?: number },
  ): Promise<BotResult<unknown>> => {
    signal.throwIfAborted();
    const timer = new AbortController();
    const either = AbortSignal.any([signal, timer.signal]);
    void clock.sleep(limitMs, either).then(
      () => timer.abort(new Error('no answer in time')),
      () => undefined,
    );
    try {
      const response = await fetch(`${baseUrl}/bot${token}/${method}`, {
        method: 'POST',
        headers: { 'Content-Type': type, Accept: 'application/json' },
        body,
        signal: either,
        redirect: 'manual',
        credentials: 'omit',
        ...NO_STORE,
      });
      const { text, end } = await readResponseBody(response, either, MAX_ANSWER_BYTES);
      const answer = end === 'complete' ? parseBotAnswer(text) : null;
      if (answer === null) {
        const isRefusal = response.status === 429 || response.status === 401 || response.status === 409;
        if (isRefusal) return failureOf(response.status, '', null);
        return failure(end === 'broken' || response.status >= 500 ? 'broken' : 'malformed', 'maybe');
      }
      if (answer.isOk && response.status === 200) return { ok: true, value: answer.result };
      return failureOf(response.status, answer.description, answer.retryAfterS);
    } catch (error) {
      if (either.aborted) return failure('broken', 'maybe');
      const { kind, sent } = networkFailure(error);
      return failure(kind === 'offline' ? 'offline' : 'broken', sent === 'no' ? 'no' : 'maybe');
    } finally {
      timer.abort();
    }
  };

  /** Sends a request to a chat at the pace that Telegram allows. After 429 it tries again as long as `patienceMs` lasts. */
  const sendPaced = async (
    method: string,
    chatId: number,
    body: RequestBody,
    { signal, patienceMs, isStill, limitMs = ANSWER_MS }: SendTerms & { readonly limitMs?: number },
  ): Promise<BotResult<null>> => {
    let left = patienceMs;
    for (;;) {
      const heldMs = pace.heldForMs();
      if (heldMs > left) return failure('busy', 'no', heldMs);
      await pace.acquire(chatId, signal);
      if (isStill?.() === false) return failure('refused', 'no');
      const result = parsed(await ask(method, body, { signal, limitMs }), sentSchema);
      if (result.ok) return { ok: true, value: null };
      if (result.code !== 'busy') return result;
      pace.hold(result.retryAfterMs);
      left -= result.retryAfterMs;
      if (left < 0) return result;
    }
  };

  const parsed = <S extends z.ZodType>(result: BotResult<unknown>, schema: S): BotResult<z.output<S>> => {
    if (!result.ok) return result;
    const found = schema.safeParse(result.value);
    return found.success ? { ok: true, value: found.data } : failure('malformed', 'maybe');
  };

  return {
    /** Returns the bot to which the token belongs. */
    identify: async (signal: AbortSignal): Promise<BotResult<BotIdentity>> =>
      parsed(await ask('getMe', jsonBody({}), { signal }), botSchema),
    /** Waits up to 50 s for updates from this number on; with `null` Telegram sends all that nobody confirmed. */
    updates: async (from: number | null, signal: AbortSignal): Promise<BotResult<readonly BotUpdate[]>> => {
      const fields = {
        ...(from === null ? {} : { offset: from }),
        limit: UPDATES_AT_ONCE,
        timeout: POLL_S,
        allowed_updates: ['message', 'my_chat_member'],
      };
      const result = await ask('getUpdates', jsonBody(fields), { signal, limitMs: POLL_S * 1_000 + ANSWER_MS });
      if (!result.ok) return result;
      const updates = parseUpdates(result.value);
      return updates === null ? failure('malformed', 'no') : { ok: true, value: updates };
    },
    /**
     * Sends one message as plain text: no part of it is read as markup, and Telegram loads no page that it links to. After 429
     * it tries again as long as `patienceMs` lasts. `isStill` is asked just before a message leaves; if it returns false,
     * nothing is sent.
     */
    send: async (chatId: number, text: string, terms: SendTerms): Promise<BotResult<null>> => {
      const fields = { chat_id: chatId, text, link_preview_options: { is_disabled: true } };
      return sendPaced('sendMessage', chatId, jsonBody(fields), terms);
    },
    /** Sends one file. The terms are those of a message. */
    sendDocument: async (chatId: number, document: BotDocument, terms: SendTerms): Promise<BotResult<null>> =>
      sendPaced('sendDocument', chatId, documentBody(chatId, document), { ...terms, limitMs: UPLOAD_MS }),
  };
};
