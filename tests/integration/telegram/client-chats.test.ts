import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import type { ProcedureInput } from '#shared/contract/index.ts';
import { buyTrafficElsewhere } from '../../support/colleague.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { RECIPE } from '../../support/recipe.ts';
import { createSkippingClock, type SkippingClock } from '../../support/skipping-clock.ts';
import { BOT_TOKEN, type BotApi, startBotApi } from '../../support/telegram/bot-api.ts';

const DAY = 86_400_000;
const OWN = 4_711;
const ANNA = 1_001;

let api: BotApi;
let clock: SkippingClock;
let desk: TestDesk;
let clientId: number;

beforeEach(async () => {
  api = await startBotApi();
  clock = createSkippingClock();
  desk = await startTestDesk({ clock, botApi: api.url, systemLocale: 'en-US' });
  clientId = await addClient(1, 'Anna');
  await desk.call('telegram.connect', { token: BOT_TOKEN });
});
afterEach(async () => {
  await desk.close();
  await api.close();
});

const addClient = async (messengerId: number, name: string): Promise<number> =>
  (await desk.call('clients.add', { messengerId, clientKey: `k-${messengerId}`, name, note: '', tags: [] })).id;
const until = async (fits: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await fits())) await new Promise((resolve) => setTimeout(resolve, 20));
};
const stateOf = (id = clientId) => desk.call('telegram.client', { clientId: id });
const copied = (): string => desk.desktop.copied.at(-1)?.text ?? '';
const codeIn = (address: string): string => new URL(address).searchParams.get('start') ?? '';
const invite = async (id = clientId): Promise<string> => {
  await desk.call('telegram.invite', { clientId: id });
  return codeIn(copied());
};
/** Presses Start, and waits for the bot's reply. */
const press = async (chatId: number, code: string): Promise<string> => {
  const before = api.textsTo(chatId).length;
  api.write(chatId, `/start ${code}`, { first_name: 'Anna', last_name: 'K.', username: 'anna_k' });
  await until(() => api.textsTo(chatId).length > before);
  return api.textsTo(chatId).at(-1) ?? '';
};
/** When the chat that the user sees was connected. */
let chatSince = 0;
const connect = async (): Promise<void> => {
  await press(ANNA, await invite());
  chatSince = (await stateOf()).chat?.since ?? 0;
};
const send = (template = 'Hello, {name}!', id = clientId) => ({
  chatSince,
  clientId: id,
  language: 'en' as const,
  template,
  uuids: [],
  listIds: [],
  dedicated: false,
});
const history = async () =>
  (await desk.call('purchases.timeline', { clientId, offset: 0, limit: 50 })).rows.flatMap((row) =>
    row.kind === 'event' && row.event.name === 'handed-over' ? [row.event.how] : [],
  );

describe('the chat of a client', () => {
  it('is connected by the link that was copied, for the one who opens it first', async () => {
    const code = await invite();
    expect(copied()).toMatch(/^https:\/\/t\.me\/shop_bot\?start=[A-Za-z0-9_-]{32}$/);
    expect(await stateOf()).toMatchObject({ hasBot: true, chat: null });
    expect(await press(ANNA, code)).toBe('Thank you! Messages for you will come here.');
    expect(await stateOf()).toMatchObject({
      chat: { name: 'Anna K.', userName: 'anna_k', isBlocked: false },
      invitedUntil: null,
    });
    // People press Start again, because the bot answers only while the app runs.
    expect(await press(ANNA, code)).toBe('Thank you! Messages for you will come here.');
    expect(await press(666, code)).toBe('This link is no longer valid. Ask for a new one.');
    expect((await stateOf()).chat?.userName).toBe('anna_k');
    expect((await desk.call('telegram.state', {})).clients).toBe(1);
  });

  it('is not connected by a link that is older than seven days; a link that soon ends is replaced', async () => {
    const first = await invite();
    expect(await invite()).toBe(first);
    clock.skip(6.5 * DAY);
    const second = await invite();
    expect(second).not.toBe(first);
    expect(await press(ANNA, first)).toMatch(/no longer valid/);
    clock.skip(7.1 * DAY);
    expect(await press(ANNA, second)).toMatch(/no longer valid/);
    expect(await stateOf()).toMatchObject({ chat: null, invitedUntil: null });
  });

  it('is never the own chat of the reseller, whichever was connected first', async () => {
    const { address } = await desk.call('telegram.connectChat', {});
    await press(OWN, codeIn(address));
    expect(await press(OWN, await invite())).toMatch(/own chat/);
    expect((await stateOf()).chat).toBeNull();

    await connect();
    const again = await desk.call('telegram.connectChat', {});
    await press(ANNA, codeIn(again.address));
    expect((await stateOf()).chat).toBeNull();
    expect(await desk.callError('handover.send', send())).toMatchObject({ details: { code: 'telegram-no-chat' } });
  });

  it('is disconnected by a click, and with a client that is deleted for good', async () => {
    await connect();
    expect(await desk.call('telegram.disconnectClient', { clientId })).toMatchObject({ chat: null });
    await connect();
    await desk.call('clients.remove', { clientIds: [clientId] });
    expect((await desk.call('telegram.state', {})).clients).toBe(0);
    await desk.call('trash.delete', { kind: 'client', ids: [clientId] });
    const db = openDatabase(`${desk.paths.data}/desk.db`);
    expect(db.value('SELECT count(*) FROM telegram_chats')).toBe(0);
    db.close();
  });

  it('is forgotten with its link when another id or key makes the row another client', async () => {
    const edit = (change: { messengerId?: number; name?: string }) =>
      desk.call('clients.update', {
        clientId,
        messengerId: 1,
        clientKey: 'k-1',
        name: 'Anna',
        note: '',
        tags: [],
        ...change,
      });
    await connect();
    await edit({ name: 'Anna K.' });
    expect((await stateOf()).chat).not.toBeNull();
    await edit({ messengerId: 2, name: 'Boris' });
    expect((await stateOf()).chat).toBeNull();
    expect(await desk.callError('handover.send', send())).toMatchObject({ details: { code: 'telegram-no-chat' } });

    const code = await invite();
    await edit({ messengerId: 3, name: 'Vera' });
    expect((await stateOf()).invitedUntil).toBeNull();
    expect(await press(ANNA, code)).toMatch(/no longer valid/);
    expect(api.textsTo(ANNA)).not.toContain('Hello, Boris!');
  });

  it('belongs to the account: another one knows neither the bot nor the chat', async () => {
    await connect();
    const { accounts } = await desk.call('account.state', {});
    const db = openDatabase(`${desk.paths.data}/desk.db`);
    expect(db.all('SELECT DISTINCT account_id AS id FROM telegram_chats')).toEqual([{ id: accounts[0]?.id }]);
    db.close();
    await desk.call('account.remove', { accountId: accounts[0]?.id ?? '' });
    expect(await desk.secrets.get(`telegram-bot:${accounts[0]?.id}`)).toBeNull();
  });
});

describe('a message to a client', () => {
  it('goes to the chat that was connected, and is in the history of the client', async () => {
    await connect();
    expect(await desk.call('handover.send', send())).toEqual({ messages: 1 });
    expect(api.textsTo(ANNA).at(-1)).toBe('Hello, Anna!');
    expect(await history()).toEqual(['sent']);
    expect(JSON.stringify(desk.log)).not.toContain('Hello');
  });

  it('is split where it is too long, and says how much was sent if the rest failed', async () => {
    await connect();
    const long = Array.from({ length: 1_000 }, (_, index) => `line ${index}`).join('\n');
    expect(await desk.call('handover.send', send(long))).toEqual({ messages: 3 });
    expect(api.textsTo(ANNA).slice(1).join('\n')).toBe(long);

    const before = api.sent.length;
    const sending = desk.callError('handover.send', send(long));
    await until(() => api.sent.length === before + 1);
    api.blockUnseen(ANNA);
    expect(await sending).toMatchObject({ details: { code: 'telegram-part', params: { parts: 1 } } });
    expect(await history()).toEqual(['maybe-sent', 'sent']);
  });

  it('is not sent twice by two clicks', async () => {
    await connect();
    const [one, other] = await Promise.all([
      desk.callRaw('handover.send', send()),
      desk.callRaw('handover.send', send()),
    ]);
    expect([one.ok, other.ok].sort()).toEqual([false, true]);
    expect(api.textsTo(ANNA)).toHaveLength(2);
  });

  it('is not sent to a client who blocked the bot, and the card says so', async () => {
    await connect();
    api.blockUnseen(ANNA);
    expect(await desk.callError('handover.send', send())).toMatchObject({ details: { code: 'telegram-blocked' } });
    expect((await stateOf()).chat?.isBlocked).toBe(true);
    api.unblock(ANNA);
    await until(async () => (await stateOf()).chat?.isBlocked === false);
    expect(await desk.call('handover.send', send())).toEqual({ messages: 1 });
    expect(await history()).toEqual(['sent']);
  });

  it('of unknown outcome is named so, and is not repeated', async () => {
    await connect();
    api.answerNext('sendMessage', 'break', true);
    expect(await desk.callError('handover.send', send())).toMatchObject({
      kind: 'conflict',
      details: { code: 'telegram-maybe' },
    });
    expect(await history()).toEqual(['maybe-sent']);
    expect(api.textsTo(ANNA).filter((text) => text.startsWith('Hello'))).toHaveLength(1);
  });

  it('is not sent to another chat than the one that was shown', async () => {
    await connect();
    await desk.call('telegram.disconnectClient', { clientId });
    clock.skip(1_000);
    await press(666, await invite());
    expect(await desk.callError('handover.send', send())).toMatchObject({ details: { code: 'telegram-other-chat' } });
    expect(api.textsTo(666)).toHaveLength(1);
  });

  it('fails at once while Telegram wants a longer pause than anybody would wait', async () => {
    await connect();
    const busy = { ok: false, description: 'Too Many Requests', parameters: { retry_after: 900 } };
    api.answerNext('sendMessage', { status: 429, body: JSON.stringify(busy) });
    for (const _ of [1, 2]) {
      expect(await desk.callError('handover.send', send())).toMatchObject({
        kind: 'rate-limited',
        details: { code: 'telegram-busy' },
      });
    }
    expect(api.textsTo(ANNA)).toHaveLength(1);
  });

  it('is refused while it is empty, and without a bot', async () => {
    await connect();
    expect(await desk.callError('handover.send', send(' '))).toMatchObject({ kind: 'invalid-input' });
    await desk.call('telegram.disconnect', {});
    expect(await desk.callError('handover.send', send())).toMatchObject({ details: { code: 'telegram-no-chat' } });
    expect(await desk.callError('telegram.invite', { clientId })).toMatchObject({
      details: { code: 'telegram-no-bot' },
    });
  });
});

describe('a desk that is a copy', () => {
  it('has neither the bot nor a chat', async () => {
    await connect();
    const { settleCopy } = await import('#core/desk/settle-copy.ts');
    const db = openDatabase(`${desk.paths.data}/desk.db`);
    settleCopy(db, clock);
    db.close();
    expect(await desk.call('telegram.state', {})).toMatchObject({ bot: null, clients: 0 });
    expect(await stateOf()).toMatchObject({ hasBot: false, chat: null });
  });
});

describe('a file for a client', () => {
  const list = async (quantity = 3): Promise<number> => {
    await desk.control.setBalance(1_000_000);
    await buyTrafficElsewhere(desk.sandbox, 1, 'k-1');
    const { listId } = await desk.call('lists.generate', { clientId, recipe: { ...RECIPE, quantity } });
    await until(async () => (await desk.call('lists.get', { listId })).state === 'complete');
    return listId;
  };
  const sendFile = (listId: number, file: ProcedureInput<'handover.sendFile'>['file'] = { of: 'list', listId }) => ({
    ...send(),
    listIds: [listId],
    file,
  });

  it('goes to the chat that is shown, byte for byte, and is in the history of the client', async () => {
    await connect();
    const listId = await list();
    const { fileName } = await desk.call('handover.sendFile', sendFile(listId));
    const { lines } = await desk.call('lists.lines', {
      listId,
      variant: 'domain',
      formatId: 1,
      reveal: true,
      offset: 0,
      limit: 10,
    });
    const [document] = api.documents;
    expect([document?.chatId, document?.name]).toEqual([ANNA, fileName]);
    expect(document?.bytes.toString('utf8')).toBe(lines.map((line) => `${line}\n`).join(''));
    expect(await history()).toEqual(['file-sent']);
    for (const line of lines) expect(JSON.stringify(desk.log)).not.toContain(line);
  });

  it('is the page of the client, and nothing goes to the chat of the reseller', async () => {
    const { address } = await desk.call('telegram.connectChat', {});
    await press(OWN, codeIn(address));
    await connect();
    const listId = await list();
    const { fileName } = await desk.call('handover.sendFile', sendFile(listId, { of: 'page' }));
    expect(fileName).toMatch(/\.html$/);
    const page = api.documents[0]?.bytes.toString('utf8') ?? '';
    expect(page).toMatch(/^<!DOCTYPE html>/);
    expect(page.trimEnd()).toMatch(/<\/html>$/);
    expect(api.documents.map(({ chatId }) => chatId)).toEqual([ANNA]);
  });

  it('is not sent to another chat, a list that was not chosen, or twice by two clicks', async () => {
    await connect();
    const listId = await list();
    expect(await desk.callError('handover.sendFile', { ...sendFile(listId), chatSince: 1 })).toMatchObject({
      details: { code: 'telegram-other-chat' },
    });
    expect(await desk.callError('handover.sendFile', { ...sendFile(listId), listIds: [] })).toMatchObject({
      kind: 'not-found',
    });
    expect(await desk.callError('handover.sendFile', sendFile(listId, { of: 'dedicated' }))).toMatchObject({
      details: { code: 'no-lines' },
    });
    expect(api.documents).toEqual([]);
    const both = await Promise.all([1, 2].map(() => desk.callRaw('handover.sendFile', sendFile(listId))));
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(api.documents).toHaveLength(1);
  });

  it('waits as Telegram asks, tells a client who blocked the bot, and never repeats what may have arrived', async () => {
    await connect();
    const listId = await list();
    const busy = { ok: false, description: 'Too Many Requests', parameters: { retry_after: 2 } };
    api.answerNext('sendDocument', { status: 429, body: JSON.stringify(busy) });
    await desk.call('handover.sendFile', sendFile(listId));
    expect(api.documents).toHaveLength(1);
    api.answerNext('sendDocument', 'break', true);
    expect(await desk.callError('handover.sendFile', sendFile(listId))).toMatchObject({
      details: { code: 'telegram-maybe' },
    });
    expect(api.documents).toHaveLength(2);
    api.blockUnseen(ANNA);
    expect(await desk.callError('handover.sendFile', sendFile(listId))).toMatchObject({
      details: { code: 'telegram-blocked' },
    });
    expect((await stateOf()).chat?.isBlocked).toBe(true);
    expect(await history()).toEqual(['maybe-file-sent', 'file-sent']);
  });
});
