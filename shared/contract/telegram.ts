import { z } from 'zod';
import { event, id, nothing, procedure, text, timestamp } from './define.ts';

/**
 * Why the bot does not work. `no-token`: the keychain has no token for it, or cannot be read. `token`: Telegram does not
 * know the token. `conflict`: another program reads the bot's messages. `webhook`: they go to an address on the internet.
 * `blocked`: the reseller blocked the bot in the own chat.
 */
export const BOT_PROBLEMS = [
  'no-token',
  'token',
  'conflict',
  'webhook',
  'blocked',
  'busy',
  'refused',
  'offline',
  'broken',
  'malformed',
] as const;

const terms = {
  sendsAlerts: z.boolean(),
  sendsSummary: z.boolean(),
  /** `HH:MM` of this computer's clock; other texts are reported by field. */
  summaryTime: text(20),
};

const telegramState = z.object({
  /** `null` while the account has no bot on this computer. */
  bot: z.object({ userName: z.string() }).nullable(),
  problem: z.enum(BOT_PROBLEMS).nullable(),
  /** The reseller's own chat; the name is free text of its owner. */
  chat: z.object({ name: z.string() }).nullable(),
  ...terms,
  /** The number of clients who pressed Start. */
  clients: z.int(),
});

const clientChat = z.object({
  /** Whether the account has a bot on this computer. */
  hasBot: z.boolean(),
  /** The chat of the client; its names are free texts of its owner. `null` until the client has pressed Start. */
  chat: z.object({ name: z.string(), userName: z.string(), isBlocked: z.boolean(), since: timestamp }).nullable(),
  /** Until when the link for the client can be used; `null` if there is none. */
  invitedUntil: timestamp.nullable(),
});

export const telegramProcedures = {
  /** Returns the bot of the open account, and what it sends to the reseller (docs/telegram.md). */
  'telegram.state': procedure(nothing, telegramState),
  /** Asks Telegram which bot has this token, and keeps the token in the keychain. */
  'telegram.connect': procedure(z.strictObject({ token: text(200) }), telegramState),
  /** Forgets the bot, its token and its chats. */
  'telegram.disconnect': procedure(nothing, telegramState),
  /**
   * Returns a link that connects the chat of whoever opens it within ten minutes as the reseller's own, and opens it in
   * Telegram. `isOpened`: a program accepted the link.
   */
  'telegram.connectChat': procedure(nothing, z.object({ address: z.string(), isOpened: z.boolean() })),
  'telegram.disconnectChat': procedure(nothing, telegramState),
  'telegram.update': procedure(z.strictObject(terms), telegramState),
  'telegram.client': procedure(z.strictObject({ clientId: id }), clientChat),
  /** Copies a link by which the client presses Start. It is valid for seven days, and for one chat. */
  'telegram.invite': procedure(z.strictObject({ clientId: id }), clientChat),
  'telegram.disconnectClient': procedure(z.strictObject({ clientId: id }), clientChat),
};

export const telegramEvents = {
  /** The bot, its state or one of its chats changed. */
  'telegram.changed': event(nothing),
};

export type TelegramState = z.output<typeof telegramState>;
export type ClientChatState = z.output<typeof clientChat>;
export type BotProblem = (typeof BOT_PROBLEMS)[number];
