import type { DeskContext } from '#core/context.ts';
import { uptimeOf } from '#core/platform/async/uptime.ts';
import { textsOf } from '#core/platform/text/texts.ts';
import { openAccountId } from '#core/service/account/session.ts';
import type { BotClient, BotDocument, BotFailure, BotResult } from '#core/service/telegram/bot-client.ts';
import { BOT_API, createBotClient } from '#core/service/telegram/bot-client.ts';
import type { BotProblem } from '#shared/contract/telegram.ts';
import { elapsedSince } from '#shared/domain/elapsed.ts';
import { splitForTelegram } from '#shared/domain/telegram-text.ts';
import { findBot } from './bot-repository.ts';
import type { BotVault } from './bot-vault.ts';
import { type BotReply, readMessages } from './read-messages.ts';

const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 5 * 60_000;
/** The most replies that wait to be sent. Further ones are dropped, because somebody is flooding the bot. */
const MOST_REPLIES = 20;
/** How long a message may wait when Telegram demands a pause. */
const PATIENCE_MS = 60_000;

interface BotsDeps {
  readonly vault: BotVault;
  /** Uses up a start code for the reseller's own chat. Returns false if it is for another chat or no longer valid. */
  readonly takeOwnCode: (accountId: string, code: string) => boolean;
  readonly onOwnChat: (accountId: string) => void;
}

/** The outcome of a text that may need several messages, or of a file. */
export type TextOutcome =
  | { readonly ok: true; readonly parts: number }
  /** `parts` is the number of messages that had been sent before this failure. */
  | (BotFailure & { readonly parts: number });

export type Bots = ReturnType<typeof createBots>;

/** Creates the connection to the bots of the accounts: it reads the messages of the open account's bot, and sends. */
export const createBots = (context: DeskContext, { vault, takeOwnCode, onOwnChat }: BotsDeps) => {
  const { db, clock, emit, session, logger, closing, fetch, botApi = BOT_API } = context;
  const t = textsOf(context.language);
  const clients = new Map<string, { readonly token: string; readonly client: BotClient }>();
  /** Why messages cannot be read, and why nothing reaches the reseller's own chat, by account. */
  const problems = { reading: new Map<string, BotProblem>(), own: new Map<string, BotProblem>() };
  let turn = new AbortController();
  let pendingReplies = 0;
  let reading: Promise<void> | null = null;

  const clientOf = (token: string): BotClient => createBotClient({ fetch, clock, baseUrl: botApi, token });
  /** Returns the client of an account's bot; `null` if there is no bot or no token. */
  const clientFor = async (accountId: string): Promise<BotClient | null> => {
    if (findBot(db, accountId) === undefined) return null;
    const token = await vault.read(accountId);
    if (token === null) {
      setProblem(accountId, 'no-token');
      return null;
    }
    const known = clients.get(accountId);
    if (known?.token === token) return known.client;
    const client = clientOf(token);
    clients.set(accountId, { token, client });
    return client;
  };

  const problemOf = (accountId: string): BotProblem | null =>
    problems.reading.get(accountId) ?? problems.own.get(accountId) ?? null;
  const setProblem = (accountId: string, problem: BotProblem | null, of: keyof typeof problems = 'reading'): void => {
    if ((problems[of].get(accountId) ?? null) === problem) return;
    if (problem === null) problems[of].delete(accountId);
    else problems[of].set(accountId, problem);
    logger.info('telegram', { problem });
    emit('telegram.changed', {});
  };

  const shown = (): string | null => openAccountId(session);

  const answer = async (client: BotClient, chatId: number, reply: BotReply): Promise<void> => {
    if (pendingReplies >= MOST_REPLIES) return;
    pendingReplies += 1;
    await client
      .send(chatId, t(`telegram:replies.${reply}`), { signal: closing, patienceMs: PATIENCE_MS })
      .catch(() => undefined)
      .finally(() => {
        pendingReplies -= 1;
      });
  };

  /** Waits for messages once. Returns how long to wait before the next time, in ms. */
  const readOnce = async (accountId: string, client: BotClient, waitedMs: number): Promise<number> => {
    const { signal } = turn;
    const bot = findBot(db, accountId);
    if (bot === undefined) return 0;
    const begunAt = uptimeOf(clock);
    const result = await client.updates(bot.nextUpdate, signal);
    // The bot may have been replaced while its messages were read.
    if (signal.aborted || findBot(db, accountId)?.botId !== bot.botId) return 0;
    if (!result.ok) {
      setProblem(accountId, result.code);
      return Math.max(result.retryAfterMs, Math.min(LONGEST_WAIT_MS, Math.max(FIRST_WAIT_MS, waitedMs * 2)));
    }
    const read = readMessages(context, accountId, result.value, (code) => takeOwnCode(accountId, code));
    setProblem(accountId, null);
    if (read.isOwnBlocked === true) setProblem(accountId, 'blocked', 'own');
    if (read.isOwnBlocked === false) setProblem(accountId, null, 'own');
    for (const { chatId, reply } of read.replies) void answer(client, chatId, reply);
    if (read.isOwnConnected) onOwnChat(accountId);
    // Telegram keeps a request open while there is nothing to read. Anything else must not be asked without a pause.
    const isHasty = result.value.length === 0 && elapsedSince(begunAt, uptimeOf(clock)) < FIRST_WAIT_MS;
    return isHasty ? FIRST_WAIT_MS : 0;
  };

  const read = async (): Promise<void> => {
    let waitMs = 0;
    let lastKey = '';
    while (!closing.aborted) {
      if (turn.signal.aborted) turn = new AbortController();
      const { signal } = turn;
      const accountId = shown();
      const client = accountId === null ? null : await clientFor(accountId);
      if (signal.aborted) continue;
      const key = accountId ?? '';
      if (key !== lastKey) waitMs = 0;
      lastKey = key;
      try {
        if (accountId === null || client === null)
          await clock.sleep(LONGEST_WAIT_MS, AbortSignal.any([signal, closing]));
        else {
          waitMs = await readOnce(accountId, client, waitMs);
          if (waitMs > 0) await clock.sleep(waitMs, AbortSignal.any([signal, closing]));
        }
      } catch (error) {
        if (signal.aborted || closing.aborted) continue;
        logger.warn('messages of a bot could not be read', { error: error instanceof Error ? error.name : 'unknown' });
        await clock.sleep(LONGEST_WAIT_MS, AbortSignal.any([signal, closing])).catch(() => undefined);
      }
    }
  };

  const restart = (): void => turn.abort(new Error('The bot or the account has changed.'));
  closing.addEventListener('abort', restart, { once: true });
  context.bus.onSignal('account.opened', restart);

  return {
    problemOf,
    clearProblems: (accountId: string): void => {
      setProblem(accountId, null);
      setProblem(accountId, null, 'own');
    },
    identify: (token: string) => clientOf(token).identify(closing),
    /** Reads messages from now on, while the desk is open. */
    start: (): void => {
      reading ??= read();
    },
    /** Starts reading again, because the bot has changed. */
    restart,
    /**
     * Sends a text in as many messages as it needs, the next one only after the one before it. `isStill` is asked before
     * each message; if it returns false, that one and those after it are not sent.
     */
    send: async (accountId: string, chatId: number, text: string, isStill = () => true): Promise<TextOutcome> => {
      const client = await clientFor(accountId);
      if (client === null) return { ok: false, code: 'token', sent: 'no', retryAfterMs: 0, parts: 0 };
      let parts = 0;
      for (const part of splitForTelegram(text)) {
        const terms = { signal: closing, patienceMs: PATIENCE_MS, isStill };
        const result = await client.send(chatId, part, terms).catch((error: unknown): BotResult<null> => {
          // The app closes. Nothing was sent if this is the first part.
          if (parts === 0) throw error;
          return { ok: false, code: 'broken', sent: 'no', retryAfterMs: 0 };
        });
        if (!result.ok) return { ...result, parts };
        parts += 1;
      }
      return { ok: true, parts };
    },
    /** Sends one file. */
    sendDocument: async (
      accountId: string,
      chatId: number,
      document: BotDocument,
      isStill: () => boolean,
    ): Promise<TextOutcome> => {
      const client = await clientFor(accountId);
      if (client === null) return { ok: false, code: 'token', sent: 'no', retryAfterMs: 0, parts: 0 };
      const result = await client.sendDocument(chatId, document, { signal: closing, patienceMs: PATIENCE_MS, isStill });
      return result.ok ? { ok: true, parts: 1 } : { ...result, parts: 0 };
    },
    /** Records whether messages reach the reseller's own chat; `null` means that one just did. */
    noteOwn: (accountId: string, failure: BotFailure | null): void =>
      setProblem(accountId, failure?.code ?? null, 'own'),
    close: async (): Promise<void> => {
      await reading;
    },
  };
};
