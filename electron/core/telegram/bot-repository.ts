import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { BotIdentity, ChatPerson } from '#core/service/telegram/bot-answers.ts';

/*
 * The bot of an account, and the chats of its clients. All of it stays on this computer, as the token does: the computer
 * that has the token reads the messages and sends.
 */

export interface StoredBot {
  readonly botId: number;
  readonly userName: string;
  /** The reseller's own chat; `null` until it is connected. */
  readonly chatId: number | null;
  readonly chatName: string;
  readonly sendsAlerts: boolean;
  readonly sendsSummary: boolean;
  /** `HH:MM` of this computer's clock. */
  readonly summaryTime: string;
  /**
   * The last local day (YYYY-MM-DD) whose summary is no longer due: it was sent, or its time had passed when the user
   * chose it. `null`: none.
   */
  readonly summaryDoneDay: string | null;
  /** The first update that was not read; `null` before any was. */
  readonly nextUpdate: number | null;
}

export type BotTerms = Pick<StoredBot, 'sendsAlerts' | 'sendsSummary' | 'summaryTime' | 'summaryDoneDay'>;

export const findBot = (db: Database, accountId: string): StoredBot | undefined =>
  db.get<StoredBot>(sql`SELECT bot_id, user_name, chat_id, chat_name, sends_alerts AS "sendsAlerts:flag",
    sends_summary AS "sendsSummary:flag", summary_time, summary_done_day, next_update
    FROM telegram_bots WHERE account_id = ${accountId}`);

/** Whether another account has this bot. A bot has one stream of messages, which only one account can read. */
export const isBotOfAnother = (db: Database, accountId: string, botId: number): boolean =>
  db.has(sql`SELECT 1 FROM telegram_bots WHERE bot_id = ${botId} AND account_id <> ${accountId}`);

const TOKEN_NOTE = 'telegram.token.';

/** Notes that the keychain of a computer with this desk may have the token of the account's bot. */
export const noteToken = (db: Database, accountId: string): void => {
  db.run(sql`INSERT OR REPLACE INTO settings (key, value) VALUES (${TOKEN_NOTE + accountId}, '')`);
};

export const hadToken = (db: Database, accountId: string): boolean =>
  db.has(sql`SELECT 1 FROM settings WHERE key = ${TOKEN_NOTE + accountId}`);

/** Forgets the bot of an account with its chats and invitations. */
export const deleteBot = (db: Database, accountId: string): void =>
  db.transaction(() => {
    db.run(sql`DELETE FROM telegram_chats WHERE account_id = ${accountId}`);
    db.run(sql`DELETE FROM telegram_invites WHERE account_id = ${accountId}`);
    db.run(sql`DELETE FROM telegram_bots WHERE account_id = ${accountId}`);
  });

/** Forgets the bots of all accounts. */
export const forgetBots = (db: Database): void =>
  db.transaction(() => {
    db.run('DELETE FROM telegram_chats');
    db.run('DELETE FROM telegram_invites');
    db.run('DELETE FROM telegram_bots');
  });

/** Stores the bot of an account. The chats of another bot are forgotten, because this one cannot write to them. */
export const putBot = (db: Database, accountId: string, { id, username }: BotIdentity): void =>
  db.transaction(() => {
    if (findBot(db, accountId)?.botId !== id) deleteBot(db, accountId);
    db.run(sql`INSERT INTO telegram_bots (account_id, bot_id, user_name) VALUES (${accountId}, ${id}, ${username})
      ON CONFLICT DO UPDATE SET user_name = excluded.user_name`);
  });

export const setOwnChat = (db: Database, accountId: string, chat: ChatPerson | null): void => {
  db.run(sql`UPDATE telegram_bots SET chat_id = ${chat?.chatId ?? null}, chat_name = ${chat?.name ?? ''}
    WHERE account_id = ${accountId}`);
};

export const setBotTerms = (db: Database, accountId: string, terms: BotTerms): void => {
  db.run(sql`UPDATE telegram_bots SET sends_alerts = ${terms.sendsAlerts}, sends_summary = ${terms.sendsSummary},
    summary_time = ${terms.summaryTime}, summary_done_day = ${terms.summaryDoneDay} WHERE account_id = ${accountId}`);
};

export const setSummaryDoneDay = (db: Database, accountId: string, day: string | null): void => {
  db.run(sql`UPDATE telegram_bots SET summary_done_day = ${day} WHERE account_id = ${accountId}`);
};

export const setNextUpdate = (db: Database, accountId: string, next: number): void => {
  db.run(sql`UPDATE telegram_bots SET next_update = ${next} WHERE account_id = ${accountId}`);
};

export interface ClientChat {
  readonly chatId: number;
  readonly name: string;
  readonly userName: string;
  readonly isBlocked: boolean;
  /** When the client pressed Start, in ms since the epoch, UTC. */
  readonly since: number;
}

export const findClientChat = (db: Database, accountId: string, clientId: number): ClientChat | undefined =>
  db.get<ClientChat>(sql`SELECT chat_id, name, user_name, is_blocked AS "isBlocked:flag", since FROM telegram_chats
    WHERE account_id = ${accountId} AND client_id = ${clientId}`);

export const countClientChats = (db: Database, accountId: string): number =>
  db.value<number>(sql`SELECT count(*) FROM telegram_chats t JOIN clients c ON c.id = t.client_id AND c.removed = 0
    WHERE t.account_id = ${accountId}`) ?? 0;

export const disconnectClient = (db: Database, accountId: string, clientId: number): void =>
  db.transaction(() => {
    db.run(sql`DELETE FROM telegram_chats WHERE account_id = ${accountId} AND client_id = ${clientId}`);
    db.run(sql`DELETE FROM telegram_invites WHERE account_id = ${accountId} AND client_id = ${clientId}`);
  });

/** Whether a client of the account is connected with a chat. */
export const isClientChat = (db: Database, accountId: string, chatId: number): boolean =>
  db.has(sql`SELECT 1 FROM telegram_chats WHERE account_id = ${accountId} AND chat_id = ${chatId}`);

/** Disconnects all clients from a chat, because it is the reseller's own. */
export const disconnectChat = (db: Database, accountId: string, chatId: number): void => {
  db.run(sql`DELETE FROM telegram_chats WHERE account_id = ${accountId} AND chat_id = ${chatId}`);
};

/** Notes that a person blocked the bot, or unblocked it. */
export const noteBlocked = (db: Database, accountId: string, chatId: number, isBlocked: boolean): void => {
  db.run(sql`UPDATE telegram_chats SET is_blocked = ${isBlocked}
    WHERE account_id = ${accountId} AND chat_id = ${chatId}`);
};

export interface Invite {
  readonly code: string;
  /** In ms since the epoch, UTC. */
  readonly until: number;
}

/** Returns the invitation of a client that is still valid at `now` (ms since the epoch, UTC). */
export const findInvite = (db: Database, accountId: string, clientId: number, now: number): Invite | undefined =>
  db.get<Invite>(sql`SELECT code, until FROM telegram_invites
    WHERE account_id = ${accountId} AND client_id = ${clientId} AND until > ${now}`);

export const putInvite = (db: Database, accountId: string, clientId: number, { code, until }: Invite): void => {
  db.run(sql`INSERT OR REPLACE INTO telegram_invites (client_id, account_id, code, until)
    VALUES (${clientId}, ${accountId}, ${code}, ${until})`);
};

/** Returns the client whom a code invites at `now` (ms since the epoch, UTC); `null` if it invites nobody. */
export const invitedBy = (db: Database, accountId: string, code: string, now: number): number | null =>
  db.value<number>(sql`SELECT i.client_id FROM telegram_invites i JOIN clients c ON c.id = i.client_id AND c.removed = 0
    WHERE i.account_id = ${accountId} AND i.code = ${code} AND i.until > ${now}`);

/** Connects the invited client with a chat. The invitation is used up. */
export const connectClient = (
  db: Database,
  accountId: string,
  clientId: number,
  { chatId, name, username }: ChatPerson,
  at: number,
): void =>
  db.transaction(() => {
    disconnectClient(db, accountId, clientId);
    db.run(sql`INSERT INTO telegram_chats (client_id, account_id, chat_id, name, user_name, since)
      VALUES (${clientId}, ${accountId}, ${chatId}, ${name}, ${username}, ${at})`);
  });
