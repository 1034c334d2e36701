import { z } from 'zod';
import { parseJson } from '#core/platform/text/parse-json.ts';

/*
 * Answers of the bot API. Everyone can write to a bot, so they are as hostile as any text from outside: only what is used is
 * read, and a part that cannot be read is left out.
 */

const envelope = z.object({
  ok: z.boolean(),
  result: z.unknown().optional(),
  description: z.string().optional().catch(undefined),
  parameters: z
    .object({ retry_after: z.number().positive().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

export interface BotAnswer {
  readonly isOk: boolean;
  readonly result: unknown;
  readonly description: string;
  readonly retryAfterS: number | null;
}

/** Returns `null` for a text that is not an answer of the bot API. */
export const parseBotAnswer = (text: string): BotAnswer | null => {
  const found = envelope.safeParse(parseJson(text));
  if (!found.success) return null;
  const { ok, result, description = '', parameters } = found.data;
  return { isOk: ok, result, description, retryAfterS: parameters?.retry_after ?? null };
};

const USER_NAME = /^[A-Za-z][A-Za-z0-9_]{2,63}$/;

export const botSchema = z
  .object({ id: z.int().positive(), is_bot: z.literal(true), username: z.string().regex(USER_NAME) })
  .transform(({ id, username }) => ({ id, username }));

export type BotIdentity = z.output<typeof botSchema>;

export const sentSchema = z.object({ message_id: z.int() });

/** A person as Telegram names one. Names are free texts that anybody may choose. */
const person = z.object({
  first_name: z.string().catch(''),
  last_name: z.string().catch(''),
  username: z.string().regex(USER_NAME).catch(''),
});

const privateChat = z.object({ id: z.int(), type: z.literal('private') });

const update = z.object({
  // A number that is larger than any of Telegram's would hide all later updates.
  update_id: z
    .int()
    .nonnegative()
    .max(2 ** 40),
  message: z.object({ chat: privateChat, from: person, text: z.string() }).optional().catch(undefined),
  my_chat_member: z
    .object({ chat: privateChat, new_chat_member: z.object({ status: z.string() }) })
    .optional()
    .catch(undefined),
});

export interface ChatPerson {
  readonly chatId: number;
  readonly name: string;
  readonly username: string;
}

/** The subject of an update, as far as the app uses it. */
export type BotNews =
  | { readonly kind: 'text'; readonly from: ChatPerson; readonly text: string }
  | { readonly kind: 'blocked' | 'unblocked'; readonly chatId: number }
  | { readonly kind: 'other' };

export interface BotUpdate {
  readonly id: number;
  readonly news: BotNews;
}

const MAX_NAME = 80;
/** Control characters and those that change the direction of a text, by which a name could disguise itself. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu;

const shown = (text: string): string => [...text.replace(UNSEEN, '').trim()].slice(0, MAX_NAME).join('');

const newsOf = ({ message, my_chat_member: member }: z.output<typeof update>): BotNews => {
  if (message !== undefined) {
    const { chat, from, text } = message;
    const name = shown(`${from.first_name} ${from.last_name}`);
    return { kind: 'text', from: { chatId: chat.id, name, username: from.username }, text };
  }
  if (member === undefined) return { kind: 'other' };
  const isGone = ['kicked', 'left'].includes(member.new_chat_member.status);
  return { kind: isGone ? 'blocked' : 'unblocked', chatId: member.chat.id };
};

/**
 * Reads updates, and leaves out those without a usable number. Returns `null` if nothing can be read: without a number the
 * same answer would come again at once.
 */
export const parseUpdates = (result: unknown): readonly BotUpdate[] | null => {
  if (!Array.isArray(result)) return null;
  const updates = result.flatMap((one: unknown) => {
    const found = update.safeParse(one);
    return found.success ? [{ id: found.data.update_id, news: newsOf(found.data) }] : [];
  });
  return updates.length === 0 && result.length > 0 ? null : updates;
};
