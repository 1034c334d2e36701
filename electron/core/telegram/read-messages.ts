import type { CommonDeps } from '#core/context.ts';
import type { BotUpdate, ChatPerson } from '#core/service/telegram/bot-answers.ts';
import {
  connectClient,
  disconnectChat,
  findBot,
  invitedBy,
  isClientChat,
  noteBlocked,
  setNextUpdate,
  setOwnChat,
} from './bot-repository.ts';
import { startCodeIn } from './start-codes.ts';

/** The answer that a person gets from the bot. */
export type BotReply = 'own-connected' | 'client-connected' | 'own-chat-is-no-client' | 'link-invalid';

export interface ReadMessages {
  readonly replies: readonly { readonly chatId: number; readonly reply: BotReply }[];
  /** Whether the own chat was connected by one of these messages. */
  readonly isOwnConnected: boolean;
  /** Whether the reseller blocked (`true`) or unblocked the bot; `null` if neither happened. */
  readonly isOwnBlocked: boolean | null;
}

/**
 * Acts on messages to the bot of an account, and confirms them in the same transaction. Everyone can write to a bot, so only a
 * start code connects a chat. `isOwnCode`: whether a code was made for the reseller's own chat.
 */
export const readMessages = (
  { db, clock }: CommonDeps<'db' | 'clock'>,
  accountId: string,
  updates: readonly BotUpdate[],
  isOwnCode: (code: string) => boolean,
): ReadMessages =>
  db.transaction(() => {
    const replies: { chatId: number; reply: BotReply }[] = [];
    let isOwnConnected = false;
    let isOwnBlocked: boolean | null = null;

    const start = (from: ChatPerson, code: string): BotReply => {
      if (isOwnCode(code)) {
        // Otherwise what is meant for a client would be sent to the reseller.
        disconnectChat(db, accountId, from.chatId);
        setOwnChat(db, accountId, from);
        isOwnConnected = true;
        isOwnBlocked = false;
        return 'own-connected';
      }
      const now = clock.now();
      const clientId = invitedBy(db, accountId, code, now);
      const isOwn = findBot(db, accountId)?.chatId === from.chatId;
      if (clientId === null) {
        // The bot answers only while the app runs, so people press Start more than once.
        if (isOwn) return 'own-connected';
        return isClientChat(db, accountId, from.chatId) ? 'client-connected' : 'link-invalid';
      }
      if (isOwn) return 'own-chat-is-no-client';
      connectClient(db, accountId, clientId, from, now);
      return 'client-connected';
    };

    for (const { id, news } of updates) {
      setNextUpdate(db, accountId, id + 1);
      if (news.kind === 'text') {
        const code = startCodeIn(news.text);
        if (code !== null) replies.push({ chatId: news.from.chatId, reply: start(news.from, code) });
      } else if (news.kind !== 'other') {
        const isBlocked = news.kind === 'blocked';
        noteBlocked(db, accountId, news.chatId, isBlocked);
        if (findBot(db, accountId)?.chatId === news.chatId) isOwnBlocked = isBlocked;
      }
    }
    return { replies, isOwnConnected, isOwnBlocked };
  });
