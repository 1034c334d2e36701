import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One file that the bot sent. */
export interface SentDocument {
  readonly chatId: number;
  readonly name: string;
  readonly bytes: Buffer;
}

/** One message that the bot sent, with the moment of its arrival. */
export interface SentMessage {
  readonly chatId: number;
  readonly text: string;
  readonly at: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface BotApiOptions {
  readonly token?: string;
  readonly username?: string;
  /** In ms; the limits count by it. */
  readonly uptime?: () => number;
}

type Answer = { readonly status: number; readonly body: string } | 'break' | 'hang';

export type BotApi = Awaited<ReturnType<typeof startBotApi>>;

export const BOT_TOKEN = '123456789:AAE-test_token_of_the_bot_0123456789';

/** Reads the fields of a request: JSON, or a multipart form in which a file is `{ name, bytes }`. */
const fieldsOf = (type: string, body: Buffer): Record<string, unknown> => {
  const [, boundary] = /^multipart\/form-data; boundary=(\S+)$/.exec(type) ?? [];
  if (boundary === undefined) return JSON.parse(body.toString() || '{}') as Record<string, unknown>;
  const fields: Record<string, unknown> = {};
  const mark = Buffer.from(`--${boundary}`);
  for (let from = body.indexOf(mark); from >= 0; ) {
    const next = body.indexOf(mark, from + mark.length);
    if (next < 0) break;
    const head = body.indexOf('\r\n\r\n', from);
    const lines = body.subarray(from + mark.length, head).toString();
    const value = body.subarray(head + 4, next - 2);
    const [, name = ''] = /[ ;]name="([^"]*)"/.exec(lines) ?? [];
    const [, fileName] = /filename="([^"]*)"/.exec(lines) ?? [];
    fields[name] = fileName === undefined ? value.toString() : { name: fileName, bytes: Buffer.from(value) };
    from = next;
  }
  return fields;
};

/**
 * A bot API of the tests on real HTTP, with the limits that Telegram documents: 30 messages a second, one a second to each
 * chat, 429 with `retry_after`, 403 after a person blocked the bot, and 409 if two programs ask for updates. Updates are
 * kept until a request with a higher offset confirms them.
 */
export const startBotApi = async ({
  token = BOT_TOKEN,
  username = 'shop_bot',
  uptime = () => performance.now(),
}: BotApiOptions = {}) => {
  const sent: SentMessage[] = [];
  const documents: SentDocument[] = [];
  const requests: { readonly method: string; readonly fields: Readonly<Record<string, unknown>> }[] = [];
  const blocked = new Set<number>();
  const answers: { readonly method: string; readonly answer: Answer; readonly isDone: boolean }[] = [];
  let updates: { readonly update_id: number }[] = [];
  let nextId = 1_000;
  let isRevoked = false;
  let hasWebhook = false;
  /** Ends the request for updates that is open. */
  let endPoll: ((answer: Answer | null) => void) | null = null;
  let refusals = 0;

  const ok = (result: unknown): Answer => ({ status: 200, body: JSON.stringify({ ok: true, result }) });
  const refuse = (status: number, description: string, parameters?: object): Answer => ({
    status,
    body: JSON.stringify({ ok: false, error_code: status, description, ...(parameters && { parameters }) }),
  });
  const CONFLICT = 'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running';

  const waiting = (fields: Readonly<Record<string, unknown>>): readonly object[] => {
    const offset = Number(fields.offset ?? 0);
    updates = updates.filter(({ update_id }) => update_id >= offset);
    return updates.slice(0, Number(fields.limit ?? 100));
  };

  const poll = async (fields: Readonly<Record<string, unknown>>, isGone: () => boolean): Promise<Answer> => {
    if (hasWebhook) return refuse(409, "Conflict: can't use getUpdates method while webhook is active");
    endPoll?.(refuse(409, CONFLICT));
    if (waiting(fields).length > 0) return ok(waiting(fields));
    const ended = await new Promise<Answer | null>((end) => {
      const timer = setTimeout(() => end(null), Number(fields.timeout ?? 0) * 1_000);
      endPoll = (answer) => {
        clearTimeout(timer);
        endPoll = null;
        end(answer);
      };
    });
    // Updates that a closed connection did not receive stay.
    return ended ?? ok(isGone() ? [] : waiting(fields));
  };

  const partsOf = (fields: Readonly<Record<string, unknown>>) => {
    const { document } = fields as { document?: Omit<SentDocument, 'chatId'> };
    return { chatId: Number(fields.chat_id), text: String(fields.text), document };
  };

  const deliver = (fields: Readonly<Record<string, unknown>>, at: number): void => {
    const { chatId, text, document } = partsOf(fields);
    sent.push({ chatId, text: document === undefined ? text : '', at, fields });
    if (document !== undefined) documents.push({ chatId, ...document });
  };

  const send = (fields: Readonly<Record<string, unknown>>): Answer => {
    const at = uptime();
    const { chatId, text, document } = partsOf(fields);
    if (document !== undefined && document.bytes.length > 50_000_000) return refuse(413, 'Request Entity Too Large');
    if (document?.bytes.length === 0) return refuse(400, 'Bad Request: file must be non-empty');
    if (document === undefined && text.trim() === '') return refuse(400, 'Bad Request: message text is empty');
    if (document === undefined && text.length > 4_096) return refuse(400, 'Bad Request: message is too long');
    if (blocked.has(chatId)) return refuse(403, 'Forbidden: bot was blocked by the user');
    const lately = sent.filter((one) => at - one.at < 950);
    if (lately.length >= 30 || lately.some((one) => one.chatId === chatId)) {
      refusals += 1;
      return refuse(429, 'Too Many Requests: retry after 1', { retry_after: 1 });
    }
    deliver(fields, at);
    return ok({ message_id: sent.length, date: 0, chat: { id: chatId, type: 'private' }, text });
  };

  const answerTo = async (method: string, fields: Readonly<Record<string, unknown>>, isGone: () => boolean) => {
    requests.push({ method, fields });
    const at = answers.findIndex((one) => one.method === method);
    if (at >= 0) {
      const [prepared] = answers.splice(at, 1);
      // It arrives even if the one before it was late, so that the limits would refuse it.
      if (prepared?.isDone === true && method.startsWith('send')) deliver(fields, uptime());
      return prepared?.answer ?? 'break';
    }
    if (method === 'getMe') return ok({ id: 123_456_789, is_bot: true, first_name: 'Shop', username });
    if (method === 'getUpdates') return poll(fields, isGone);
    if (method === 'sendMessage') return send(fields);
    if (method === 'sendDocument') {
      return fields.document === undefined
        ? refuse(400, 'Bad Request: there is no document in the request')
        : send(fields);
    }
    return refuse(404, 'Not Found');
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const [, bot = '', method = ''] = (request.url ?? '').split('/');
    const fields = fieldsOf(request.headers['content-type'] ?? '', Buffer.concat(chunks));
    const isKnown = bot === `bot${token}` && !isRevoked;
    const answer = isKnown ? await answerTo(method, fields, () => response.destroyed) : refuse(401, 'Unauthorized');
    if (answer === 'hang') return;
    if (answer === 'break') {
      request.socket.destroy();
      return;
    }
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(answer.body);
  };

  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;

  const push = (part: object): void => {
    updates.push({ update_id: nextId, ...part });
    nextId += 1;
    endPoll?.(null);
  };

  return {
    url: `http://127.0.0.1:${port}`,
    token,
    sent,
    documents,
    requests,
    /** How many messages were refused because they came too fast. */
    refusals: (): number => refusals,
    textsTo: (chatId: number): readonly string[] => sent.filter((one) => one.chatId === chatId).map(({ text }) => text),
    /** A person writes to the bot. */
    write: (chatId: number, text: string, from: object = { first_name: 'Anna' }): void =>
      push({ message: { message_id: 1, date: 0, chat: { id: chatId, type: 'private' }, from, text } }),
    /** Any other update, also a damaged one. */
    push,
    block: (chatId: number): void => {
      blocked.add(chatId);
      push({ my_chat_member: { chat: { id: chatId, type: 'private' }, new_chat_member: { status: 'kicked' } } });
    },
    /** Blocks without an update, as if it were still under way. */
    blockUnseen: (chatId: number): void => void blocked.add(chatId),
    unblock: (chatId: number): void => {
      blocked.delete(chatId);
      push({ my_chat_member: { chat: { id: chatId, type: 'private' }, new_chat_member: { status: 'member' } } });
    },
    revoke: (): void => {
      isRevoked = true;
      endPoll?.(refuse(401, 'Unauthorized'));
    },
    setWebhook: (): void => {
      hasWebhook = true;
      endPoll?.(refuse(409, "Conflict: can't use getUpdates method while webhook is active"));
    },
    /** Answers the next such request so. `isDone`: the request has its effect all the same. */
    answerNext: (method: string, answer: Answer, isDone = false): void => void answers.push({ method, answer, isDone }),
    close: (): Promise<void> =>
      new Promise((closed) => {
        endPoll?.(null);
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
};
