import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import { localDate } from '#shared/domain/local-date.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { createSkippingClock, type SkippingClock } from '../../support/skipping-clock.ts';
import { BOT_TOKEN, type BotApi, startBotApi } from '../../support/telegram/bot-api.ts';

const DAY = 86_400_000;
const OWN = 4_711;

let api: BotApi;
let clock: SkippingClock;
let desk: TestDesk;

beforeEach(async () => {
  api = await startBotApi();
  clock = createSkippingClock();
  // Noon of tomorrow, so that the time of day of this run does not matter.
  const noon = new Date(clock.now());
  noon.setDate(noon.getDate() + 1);
  noon.setHours(12, 0, 0, 0);
  clock.skip(noon.getTime() - clock.now());
  desk = await startTestDesk({ clock, botApi: api.url, systemLocale: 'en-US' });
});
afterEach(async () => {
  await desk.close();
  await api.close();
});

const until = async (fits: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await fits())) await new Promise((resolve) => setTimeout(resolve, 20));
};
const state = () => desk.call('telegram.state', {});
const connectBot = () => desk.call('telegram.connect', { token: ` ${BOT_TOKEN}\n` });
/** Presses Start on the link of the own chat, as the reseller does. */
const connectChat = async (chatId = OWN): Promise<string> => {
  const { address } = await desk.call('telegram.connectChat', {});
  const code = new URL(address).searchParams.get('start') ?? '';
  api.write(chatId, `/start ${code}`, { first_name: 'Ivan', last_name: 'Petrov' });
  await until(() => api.textsTo(chatId).length === 1);
  return code;
};
const sendBoth = (summaryTime = '09:00') =>
  desk.call('telegram.update', { sendsAlerts: true, sendsSummary: true, summaryTime });

const inDesk = (change: (db: ReturnType<typeof openDatabase>) => void): void => {
  const db = openDatabase(`${desk.paths.data}/desk.db`);
  change(db);
  db.close();
};
/** A client whose subscription ends in this many days. */
const addClientEndingIn = async (messengerId: number, name: string, days: number): Promise<number> => {
  const { id } = await desk.call('clients.add', {
    messengerId,
    clientKey: `k-${messengerId}`,
    name,
    note: '',
    tags: [],
  });
  inDesk((db) => {
    db.run(
      `INSERT INTO vpn_subscriptions (client_id, uuid, status, expires_at, position) VALUES (?, ?, 'ACTIVE', ?, 0)`,
      id,
      `uuid-${id}`,
      Math.round(clock.now() + days * DAY),
    );
  });
  await desk.call('settings.update', { lowTrafficGb: 1 });
  return id;
};
const alertsOf = async (count: number): Promise<void> =>
  until(async () => (await desk.call('alerts.counts', {})).total === count);

describe('the bot of an account', () => {
  it('is connected by its token, which only the keychain keeps', async () => {
    expect(await connectBot()).toMatchObject({ bot: { userName: 'shop_bot' }, problem: null, chat: null });
    const { accounts } = await desk.call('account.state', {});
    expect(await desk.secrets.get(`telegram-bot:${accounts[0]?.id}`)).toBe(BOT_TOKEN);
    inDesk((db) => expect(JSON.stringify(db.all('SELECT * FROM telegram_bots'))).not.toContain('AAE'));
    expect(JSON.stringify([desk.log, desk.events])).not.toContain('AAE');
  });

  it.each([
    ['an empty text', '  ', 'token-empty'],
    ['a text that is not a token', 'https://t.me/shop_bot', 'bot-token'],
    ['a token that Telegram does not know', '987654321:BBE-another_token_of_a_bot_0123456789', 'bot-token-unknown'],
  ])('is not connected by %s', async (_, token, code) => {
    expect(await desk.callError('telegram.connect', { token })).toMatchObject({
      kind: 'invalid-input',
      details: { problems: [{ field: 'token', code }] },
    });
    expect((await state()).bot).toBeNull();
  });

  it('is not connected where the keychain keeps nothing', async () => {
    desk.secrets.set = () => Promise.reject(new Error('locked'));
    expect(await desk.callError('telegram.connect', { token: BOT_TOKEN })).toMatchObject({
      kind: 'keychain',
      details: { code: 'telegram-keychain' },
    });
    expect((await state()).bot).toBeNull();
  });

  it('is forgotten with its token and its chats', async () => {
    await connectBot();
    await connectChat();
    expect(await desk.call('telegram.disconnect', {})).toMatchObject({ bot: null, chat: null });
    const { accounts } = await desk.call('account.state', {});
    expect(await desk.secrets.get(`telegram-bot:${accounts[0]?.id}`)).toBeNull();
    expect(await desk.callError('telegram.connectChat', {})).toMatchObject({ details: { code: 'telegram-no-bot' } });
  });

  it('belongs to one account, because only one can read its messages', async () => {
    await connectBot();
    await desk.call('account.signInSandbox', {});
    expect((await state()).bot).toBeNull();
    expect(await desk.callError('telegram.connect', { token: BOT_TOKEN })).toMatchObject({
      details: { code: 'telegram-bot-taken' },
    });
  });

  it('says when Telegram no longer accepts its token, and when another program reads its messages', async () => {
    await connectBot();
    await until(() => api.requests.some(({ method }) => method === 'getUpdates'));
    api.setWebhook();
    await until(async () => (await state()).problem === 'webhook');
    await desk.call('telegram.disconnect', {});
    await connectBot();
    api.revoke();
    await until(async () => (await state()).problem === 'token');
  });

  it('works again after a restart, and reads no message twice', async () => {
    await connectBot();
    await connectChat();
    await desk.restart();
    expect(await state()).toMatchObject({ bot: { userName: 'shop_bot' }, chat: { name: 'Ivan Petrov' } });
    api.write(OWN, '/start 00000000000000000000000000000000');
    await until(() => api.textsTo(OWN).length === 2);
    expect(api.textsTo(OWN)).toEqual([
      'This chat is connected. Alerts and summaries will come here.',
      // The chat is known, so an outdated link needs no new one.
      'This chat is connected. Alerts and summaries will come here.',
    ]);
  });
});

describe('the own chat', () => {
  it('is connected by the link alone, once and for ten minutes', async () => {
    await connectBot();
    api.write(666, '/start');
    api.write(666, '/start AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');
    await until(() => api.textsTo(666).length === 1);
    expect((await state()).chat).toBeNull();

    const { address, isOpened } = await desk.call('telegram.connectChat', {});
    expect(isOpened).toBe(true);
    expect(desk.desktop.opened).toEqual([address]);
    clock.skip(11 * 60_000);
    api.write(667, `/start ${new URL(address).searchParams.get('start')}`);
    await until(() => api.textsTo(667).length === 1);
    expect((await state()).chat).toBeNull();

    const used = await connectChat();
    expect((await state()).chat).toEqual({ name: 'Ivan Petrov' });
    api.write(668, `/start ${used}`);
    await until(() => api.textsTo(668).length === 1);
    expect((await state()).chat).toEqual({ name: 'Ivan Petrov' });
  });

  it('gets the alerts that are raised from then on, each once', async () => {
    await addClientEndingIn(1, 'Anna', 2.5);
    await alertsOf(1);
    await connectBot();
    await connectChat();
    await sendBoth();
    await addClientEndingIn(2, 'Boris', 0.5);
    await until(() => api.textsTo(OWN).length === 2);
    expect(api.textsTo(OWN)[1]).toMatch(/^Boris.*\nVPN subscription ends /s);
    await desk.call('settings.update', { lowTrafficGb: 2 });
    await desk.call('telegram.update', { sendsAlerts: true, sendsSummary: false, summaryTime: '09:00' });
    await desk.restart();
    await addClientEndingIn(3, 'Vera', 0.5);
    await until(() => api.textsTo(OWN).length === 3);
    expect(api.textsTo(OWN)[2]).toMatch(/^Vera/);
  });

  it('gets many alerts as one message, and none that was read in the app', async () => {
    await connectBot();
    await connectChat();
    await desk.call('settings.update', { quietHours: true, quietFrom: '00:00', quietTo: '23:59' });
    await sendBoth();
    for (let index = 1; index <= 12; index += 1) await addClientEndingIn(index, `Client ${index}`, 0.5);
    await alertsOf(12);
    const { rows } = await desk.call('alerts.list', { offset: 0, limit: 100 });
    await desk.call('alerts.markRead', { alertIds: [rows[0]?.id ?? 0] });
    expect(api.textsTo(OWN)).toHaveLength(1);
    await desk.call('settings.update', { quietHours: false });
    await until(() => api.textsTo(OWN).length === 2);
    expect(api.textsTo(OWN)[1]).toContain('11 VPN subscriptions end soon');
  });

  it('gets an alert later if Telegram refused it, and not again if it may have arrived', async () => {
    await connectBot();
    await connectChat();
    await sendBoth();
    api.answerNext('sendMessage', { status: 403, body: JSON.stringify({ ok: false, description: 'Forbidden' }) });
    await addClientEndingIn(1, 'Anna', 0.5);
    await until(async () => (await state()).problem === 'blocked');
    expect(api.textsTo(OWN)).toHaveLength(1);
    clock.skip(6 * 60_000);
    await sendBoth();
    await until(() => api.textsTo(OWN).length === 2);
    expect(api.textsTo(OWN)[1]).toMatch(/^Anna/);

    api.answerNext('sendMessage', 'break', true);
    await addClientEndingIn(2, 'Boris', 0.5);
    await until(() => api.textsTo(OWN).length === 3);
    await until(async () => (await state()).problem === 'broken');
    clock.skip(6 * 60_000);
    await addClientEndingIn(3, 'Vera', 0.5);
    await until(() => api.textsTo(OWN).length === 4);
    expect(
      api
        .textsTo(OWN)
        .slice(2)
        .map((text) => text.split(' ')[0]),
    ).toEqual(['Boris', 'Vera']);
  });

  it('gets the summary of the day before, once a day and at its time', async () => {
    await connectBot();
    await connectChat();
    await sendBoth('09:00');
    await sendBoth('12:01');
    expect(api.textsTo(OWN)).toHaveLength(1);
    clock.skip(2 * 60_000);
    await sendBoth('12:01');
    await until(() => api.textsTo(OWN).length === 2);
    const yesterday = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' }).format(clock.now() - DAY);
    expect(api.textsTo(OWN)[1]?.split('\n')[0]).toBe(`Summary of ${yesterday}`);
    expect(api.textsTo(OWN)[1]).toMatch(/\nSpent: ₽0\.00\nBalance: /);
    expect(api.textsTo(OWN)[1]).not.toContain('remind');
    const anna = { messengerId: 1, clientKey: 'k', name: 'Anna', note: '', tags: [] };
    await desk.call('clients.add', { ...anna, paidUntil: localDate(clock.now() + DAY) });
    await sendBoth('12:01');
    clock.skip(DAY);
    await sendBoth('12:01');
    await until(() => api.textsTo(OWN).length === 3);
    expect(api.textsTo(OWN)[2]).toMatch(/Needs you:\n• 1 client to remind about the payment$/);
  });

  it('refuses a time of day that cannot be read, and keeps the terms', async () => {
    await connectBot();
    const wrong = { sendsAlerts: true, sendsSummary: true, summaryTime: '25:00' };
    expect(await desk.callError('telegram.update', wrong)).toMatchObject({
      details: { problems: [{ field: 'summaryTime', code: 'time-of-day' }] },
    });
    expect(await state()).toMatchObject({ sendsAlerts: false, summaryTime: '09:00' });
  });
});
