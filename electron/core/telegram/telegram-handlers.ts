import { getClient } from '#core/catalogue/clients/client-service.ts';
import type { DeskContext } from '#core/context.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import { uptimeOf } from '#core/platform/async/uptime.ts';
import type { DeskMark } from '#core/platform/copies/desk-mark.ts';
import type { Keychain } from '#core/platform/secrets/keychain.ts';
import type { BotDocument, BotFailure, BotFailureCode } from '#core/service/telegram/bot-client.ts';
import { parseBotToken } from '#core/service/telegram/bot-token.ts';
import type { ClientChatState, TelegramState } from '#shared/contract/telegram.ts';
import { localDate } from '#shared/domain/local-date.ts';
import { localMinute, parseTimeOfDay } from '#shared/domain/quiet-hours.ts';
import { DeskError, invalidInput } from '#shared/result.ts';
import {
  countClientChats,
  deleteBot,
  disconnectClient,
  findBot,
  findClientChat,
  findInvite,
  hadToken,
  isBotOfAnother,
  noteBlocked,
  noteToken,
  putBot,
  putInvite,
  type StoredBot,
  setBotTerms,
  setOwnChat,
} from './bot-repository.ts';
import { createBotVault } from './bot-vault.ts';
import { createBots, type TextOutcome } from './bots.ts';
import { createStartCode, startAddress } from './start-codes.ts';

/** How long a link connects the reseller's own chat. */
const OWN_LINK_MS = 10 * 60_000;
/** How long a link invites a client. */
const INVITE_MS = 7 * 86_400_000;
/** A link that is valid for less than this is replaced, so that the client has time to open it. */
const FRESH_MS = 86_400_000;

/** Telegram accepts 50 MB. A list of this size has more lines than anybody reads on a phone. */
const MAX_DOCUMENT_BYTES = 20 * 1_048_576;

interface TelegramDeps {
  readonly keychain: Pick<Keychain, 'read' | 'save' | 'forget'>;
  readonly mark: Pick<DeskMark, 'known'>;
  /** Marks all alerts of an account as sent, because only later ones are meant for the chat. */
  readonly skipAlerts: (accountId: string) => void;
}

/** A client, and the chat in which the user saw this client. */
interface Recipient {
  readonly clientId: number;
  /** When the chat was connected, in ms since the epoch, UTC. */
  readonly chatSince: number;
}

/** A message to the reseller's own chat. */
interface OwnMessage {
  readonly chatId: number;
  readonly text: string;
  /** Stores that it was sent. */
  readonly markSent: () => void;
  /** Stores that it is still to be sent. */
  readonly takeBack: () => void;
}

export type Telegram = ReturnType<typeof createTelegram>;

const NO_TERMS = { sendsAlerts: false, sendsSummary: false, summaryTime: '09:00' };

const FAILURE_CODES: Readonly<Record<BotFailureCode, string>> = {
  token: 'telegram-token',
  conflict: 'telegram-conflict',
  webhook: 'telegram-webhook',
  blocked: 'telegram-blocked',
  busy: 'telegram-busy',
  refused: 'telegram-refused',
  offline: 'telegram-offline',
  broken: 'telegram-broken',
  malformed: 'telegram-malformed',
};

const otherChat = (): DeskError =>
  new DeskError('conflict', 'Another chat was connected.', { code: 'telegram-other-chat' });

/** Returns the error of a request to Telegram. */
const failureError = ({ code, sent, retryAfterMs }: BotFailure): DeskError => {
  if (sent === 'maybe')
    return new DeskError('conflict', 'Telegram did not answer clearly.', { code: 'telegram-maybe' });
  if (code === 'busy') {
    return new DeskError('rate-limited', 'Telegram asks to wait.', { code: FAILURE_CODES.busy, retryAfterMs });
  }
  const kind = code === 'offline' ? 'offline' : 'conflict';
  return new DeskError(kind, 'Telegram refused the request.', { code: FAILURE_CODES[code] });
};

/**
 * Creates the feature "telegram": the reseller's own bot, which writes to the reseller and to clients who pressed Start
 * (docs/telegram.md).
 */
export const createTelegram = (context: DeskContext, { keychain, mark, skipAlerts }: TelegramDeps) => {
  const { db, clock, session, desktop } = context;
  const vault = createBotVault(keychain);
  let ownLink: { readonly accountId: string; readonly code: string; readonly until: number } | null = null;

  const takeOwnCode = (accountId: string, code: string): boolean => {
    if (ownLink?.accountId !== accountId || ownLink.code !== code || ownLink.until < uptimeOf(clock)) return false;
    ownLink = null;
    return true;
  };
  const bots = createBots(context, { vault, takeOwnCode, onOwnChat: skipAlerts });

  const botOf = (accountId: string): StoredBot => {
    const bot = findBot(db, accountId);
    if (bot === undefined) throw new DeskError('not-found', 'The account has no bot.', { code: 'telegram-no-bot' });
    return bot;
  };

  const stateOf = (accountId: string): TelegramState => {
    const bot = findBot(db, accountId);
    return {
      bot: bot === undefined ? null : { userName: bot.userName },
      problem: bot === undefined ? null : bots.problemOf(accountId),
      chat: bot === undefined || bot.chatId === null ? null : { name: bot.chatName },
      sendsAlerts: bot?.sendsAlerts ?? NO_TERMS.sendsAlerts,
      sendsSummary: bot?.sendsSummary ?? NO_TERMS.sendsSummary,
      summaryTime: bot?.summaryTime ?? NO_TERMS.summaryTime,
      clients: countClientChats(db, accountId),
    };
  };

  const clientState = (accountId: string, clientId: number): ClientChatState => {
    getClient(db, accountId, clientId);
    const chat = findClientChat(db, accountId, clientId);
    return {
      hasBot: findBot(db, accountId) !== undefined,
      chat:
        chat === undefined
          ? null
          : { name: chat.name, userName: chat.userName, isBlocked: chat.isBlocked, since: chat.since },
      invitedUntil: findInvite(db, accountId, clientId, clock.now())?.until ?? null,
    };
  };

  const handlers: FeatureHandlers<'telegram'> = {
    'telegram.state': () => stateOf(session.accountId()),
    'telegram.connect': async ({ token: typed }) => {
      const accountId = session.accountId();
      const read = parseBotToken(typed);
      if (!read.ok) throw invalidInput('The token of the bot is not valid.', read.problem);
      const found = await bots.identify(read.token);
      if (!found.ok) {
        if (found.code !== 'token') throw failureError({ ...found, sent: 'no' });
        throw invalidInput('Telegram does not know the token.', { field: 'token', code: 'bot-token-unknown' });
      }
      if (isBotOfAnother(db, accountId, found.value.id)) {
        throw new DeskError('conflict', 'Another account has this bot.', { code: 'telegram-bot-taken' });
      }
      if (!(await vault.save(accountId, read.token))) {
        throw new DeskError('keychain', 'The keychain cannot keep the token.', { code: 'telegram-keychain' });
      }
      putBot(db, accountId, found.value);
      noteToken(db, accountId);
      bots.clearProblems(accountId);
      bots.restart();
      return stateOf(accountId);
    },
    'telegram.disconnect': async () => {
      const accountId = session.accountId();
      deleteBot(db, accountId);
      await vault.forget(accountId);
      bots.clearProblems(accountId);
      bots.restart();
      return stateOf(accountId);
    },
    'telegram.connectChat': async () => {
      const accountId = session.accountId();
      const { userName } = botOf(accountId);
      const code = createStartCode();
      ownLink = { accountId, code, until: uptimeOf(clock) + OWN_LINK_MS };
      const address = startAddress(userName, code);
      const isOpened = await desktop.openChat(address).then(
        () => true,
        () => false,
      );
      return { address, isOpened };
    },
    'telegram.disconnectChat': () => {
      const accountId = session.accountId();
      botOf(accountId);
      ownLink = null;
      setOwnChat(db, accountId, null);
      return stateOf(accountId);
    },
    'telegram.update': ({ sendsAlerts, sendsSummary, summaryTime }) => {
      const accountId = session.accountId();
      const before = botOf(accountId);
      const minute = parseTimeOfDay(summaryTime);
      if (minute === null) {
        throw invalidInput('The time cannot be read.', { field: 'summaryTime', code: 'time-of-day' });
      }
      const now = clock.now();
      const isNewTime = !before.sendsSummary || parseTimeOfDay(before.summaryTime) !== minute;
      // The first summary at a new time is the next one, and not one for a time that has passed today.
      const doneDay = localMinute(now) >= minute ? localDate(now) : null;
      const summaryDoneDay = isNewTime ? doneDay : before.summaryDoneDay;
      setBotTerms(db, accountId, { sendsAlerts, sendsSummary, summaryTime: summaryTime.trim(), summaryDoneDay });
      if (sendsAlerts && !before.sendsAlerts) skipAlerts(accountId);
      return stateOf(accountId);
    },
    'telegram.client': ({ clientId }) => clientState(session.accountId(), clientId),
    'telegram.invite': ({ clientId }) => {
      const accountId = session.accountId();
      const { userName } = botOf(accountId);
      getClient(db, accountId, clientId);
      const now = clock.now();
      const known = findInvite(db, accountId, clientId, now + FRESH_MS);
      const invite = known ?? { code: createStartCode(), until: now + INVITE_MS };
      if (known === undefined) putInvite(db, accountId, clientId, invite);
      desktop.writeClipboard(startAddress(userName, invite.code), { secret: false });
      return clientState(accountId, clientId);
    },
    'telegram.disconnectClient': ({ clientId }) => {
      const accountId = session.accountId();
      getClient(db, accountId, clientId);
      disconnectClient(db, accountId, clientId);
      return clientState(accountId, clientId);
    },
  };

  /** The clients to whom something is being sent. */
  const sending = new Set<number>();
  let isStarted = false;

  /** Sends something to the chat of a client, and returns the number of messages. */
  const deliver = async (
    accountId: string,
    { clientId, chatSince }: Recipient,
    send: (chatId: number, isStill: () => boolean) => Promise<TextOutcome>,
  ): Promise<number> => {
    const chat = findClientChat(db, accountId, clientId);
    if (chat === undefined) throw new DeskError('conflict', 'The client has no chat.', { code: 'telegram-no-chat' });
    if (chat.since !== chatSince) throw otherChat();
    if (sending.has(clientId))
      throw new DeskError('conflict', 'A message to this client is being sent already.', { code: 'telegram-sending' });
    sending.add(clientId);
    try {
      // A copy is closed, and opened again after it was corrected.
      if ((await mark.known()) === 'copy') throw new DeskError('cancelled', 'The desk is a copy.');
      const isStill = (): boolean => findClientChat(db, accountId, clientId)?.since === chatSince;
      const outcome = await send(chat.chatId, isStill);
      if (outcome.ok) return outcome.parts;
      if (outcome.code === 'blocked') noteBlocked(db, accountId, chat.chatId, true);
      if (outcome.parts > 0) {
        throw new DeskError('conflict', 'Only a part was sent.', {
          code: 'telegram-part',
          params: { parts: outcome.parts },
        });
      }
      if (!isStill()) throw otherChat();
      throw failureError(outcome);
    } finally {
      sending.delete(clientId);
    }
  };

  return {
    handlers,
    /** Reads messages and sends from now on. Call it once it is known that the desk is not a copy. */
    start: (): void => {
      isStarted = true;
      bots.start();
    },
    /** Forgets the bot of an account that is removed, and its token. */
    forget: async (accountId: string): Promise<void> => {
      // A restored desk has forgotten its bot, and the keychain has not.
      if (!hadToken(db, accountId)) return;
      deleteBot(db, accountId);
      await vault.forget(accountId);
      bots.restart();
    },
    /** Returns the terms of an account's bot if it has a chat of the reseller; `null` otherwise. */
    ownChat: (accountId: string): (StoredBot & { readonly chatId: number }) | null => {
      const bot = isStarted ? findBot(db, accountId) : undefined;
      return bot === undefined || bot.chatId === null ? null : { ...bot, chatId: bot.chatId };
    },
    /**
     * Sends a text to the reseller's own chat, and returns whether it was sent. The text is marked as sent before, and the mark
     * is taken back only if it may be sent again. A message that perhaps arrived is not repeated, unless there was no network,
     * and a text is not repeated if a part of it was sent. Rejects if the app closes.
     */
    sendToOwnChat: async (accountId: string, { chatId, text, markSent, takeBack }: OwnMessage): Promise<boolean> => {
      markSent();
      const outcome = await bots.send(accountId, chatId, text).catch((error: unknown) => {
        // The app closes, and nothing was sent.
        takeBack();
        throw error;
      });
      bots.noteOwn(accountId, outcome.ok ? null : outcome);
      if (outcome.ok) return true;
      if (outcome.parts === 0 && (outcome.sent === 'no' || outcome.code === 'offline')) takeBack();
      return false;
    },
    /** Sends a file to the chat of a client, as `sendToClient` sends a text. Throws `conflict` (`telegram-too-big`), too. */
    sendFileToClient: async (accountId: string, to: Recipient, document: BotDocument): Promise<void> => {
      if (Buffer.byteLength(document.text) > MAX_DOCUMENT_BYTES) {
        throw new DeskError('conflict', 'The file is too big.', {
          code: 'telegram-too-big',
          params: { megabytes: MAX_DOCUMENT_BYTES / 1_048_576 },
        });
      }
      await deliver(accountId, to, (chatId, isStill) => bots.sendDocument(accountId, chatId, document, isStill));
    },
    /**
     * Sends a text to the chat of a client. Throws if it was not sent, if that is unknown, or if only a part of it was.
     * Returns the number of messages. `chatSince` says which chat the user saw.
     */
    sendToClient: (accountId: string, to: Recipient, text: string): Promise<number> =>
      deliver(accountId, to, (chatId, isStill) => bots.send(accountId, chatId, text, isStill)),
    close: bots.close,
  };
};
