import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Clock, Fetch } from '#core/ports.ts';
import { type BotClient, createBotClient } from '#core/service/telegram/bot-client.ts';
import { realClock } from '../../support/real-clock.ts';
import { createSkippingClock } from '../../support/skipping-clock.ts';
import { BOT_TOKEN, type BotApi, startBotApi } from '../../support/telegram/bot-api.ts';

let api: BotApi;
let client: BotClient;
const { signal } = new AbortController();
const patient = { signal, patienceMs: 10_000 };

/**
 * The time of a client and its service. It stands still while a request is under way, so that limits are checked by when
 * messages leave, however busy the machine is.
 */
const createStandingTime = () => {
  let passed = 0;
  let underWay = 0;
  const uptime = (): number => passed;
  const turnOfLoop = () => new Promise((resolve) => setImmediate(resolve));
  const clock: Clock = {
    ...realClock,
    uptime,
    sleep: async (ms, until) => {
      // The time limit of a request.
      if (ms > 1_000) return realClock.sleep(ms, until);
      do await turnOfLoop();
      while (underWay > 0);
      passed += ms;
    },
  };
  const fetchCounted: Fetch = (url, init) => {
    underWay += 1;
    return fetch(url, init).finally(() => {
      underWay -= 1;
    });
  };
  return { uptime, clock, fetch: fetchCounted };
};

const clientOf = (token = BOT_TOKEN): BotClient =>
  createBotClient({
    fetch: (url, init) => fetch(url, init),
    clock: { ...realClock, uptime: createSkippingClock().uptime },
    baseUrl: api.url,
    token,
  });

beforeEach(async () => {
  api = await startBotApi();
  client = clientOf();
});
afterEach(() => api.close());

describe('the client of a bot', () => {
  it('names the bot of a token, and tells a token that Telegram does not know', async () => {
    expect(await client.identify(signal)).toEqual({ ok: true, value: { id: 123_456_789, username: 'shop_bot' } });
    const other = clientOf('987654321:BBE-another_token_of_a_bot_0123456789');
    expect(await other.identify(signal)).toMatchObject({ ok: false, code: 'token', sent: 'no' });
  });

  it('sends plain text: no markup, and no page that Telegram would load for a preview', async () => {
    await client.send(7, '<b>*Anna*</b> https://vpn.example/secret', patient);
    expect(api.sent[0]?.fields).toEqual({
      chat_id: 7,
      text: '<b>*Anna*</b> https://vpn.example/secret',
      link_preview_options: { is_disabled: true },
    });
  });

  it('never exceeds 30 messages a second, nor one a second to a chat', async () => {
    const time = createStandingTime();
    const strict = await startBotApi({ uptime: time.uptime });
    onTestFinished(strict.close);
    const paced = createBotClient({ fetch: time.fetch, clock: time.clock, baseUrl: strict.url, token: BOT_TOKEN });
    const chats = Array.from({ length: 40 }, (_, index) => index + 1);
    const results = await Promise.all([1, ...chats].map((chat) => paced.send(chat, 'hello', patient)));
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(strict.sent).toHaveLength(41);
    expect(strict.refusals()).toBe(0);
  });

  it('waits after 429 as long as Telegram says, and sends once', async () => {
    const busy = { ok: false, error_code: 429, description: 'Too Many', parameters: { retry_after: 1 } };
    api.answerNext('sendMessage', { status: 429, body: JSON.stringify(busy) });
    const from = performance.now();
    expect(await client.send(7, 'hello', patient)).toEqual({ ok: true, value: null });
    expect(performance.now() - from).toBeGreaterThan(900);
    expect(api.textsTo(7)).toEqual(['hello']);
  });

  it('does not wait longer than the caller has patience', async () => {
    const busy = { ok: false, error_code: 429, description: 'Too Many', parameters: { retry_after: 9_999_999 } };
    api.answerNext('sendMessage', { status: 429, body: JSON.stringify(busy) });
    const result = await client.send(7, 'hello', patient);
    expect(result).toMatchObject({ ok: false, code: 'busy', sent: 'no', retryAfterMs: 3_600_000 });
    expect(api.sent).toEqual([]);
  });

  it('tells a blocked chat, a broken connection and an unreadable answer apart, and repeats none of them', async () => {
    api.blockUnseen(7);
    expect(await client.send(7, 'hello', patient)).toMatchObject({ code: 'blocked', sent: 'no' });
    api.answerNext('sendMessage', 'break', true);
    expect(await client.send(8, 'hello', patient)).toMatchObject({ code: 'broken', sent: 'maybe' });
    api.answerNext('sendMessage', { status: 200, body: '<html>' }, true);
    expect(await client.send(9, 'hello', patient)).toMatchObject({ code: 'malformed', sent: 'maybe' });
    expect(api.sent.map(({ chatId }) => chatId)).toEqual([8, 9]);
  });

  it('knows that nothing was sent where no connection was made', async () => {
    await api.close();
    expect(await client.send(7, 'hello', patient)).toMatchObject({ ok: false, code: 'offline' });
  });

  it('reads what is usable of damaged and hostile updates', async () => {
    api.write(7, '/start abc', { first_name: 'An\u202ena\u0000', last_name: 'x'.repeat(500), username: 'anna_01' });
    api.push({ message: { chat: { id: 'seven', type: 'private' }, text: 5 } });
    api.push({ message: { chat: { id: -5, type: 'group' }, from: {}, text: '/start abc' } });
    api.push({ update_id: 'none' });
    api.push({ update_id: 2 ** 60 });
    const result = await client.updates(null, signal);
    if (!result.ok) throw new Error(result.code);
    expect(result.value.map(({ news }) => news.kind)).toEqual(['text', 'other', 'other']);
    const [first] = result.value;
    expect(first?.news).toMatchObject({ from: { chatId: 7, username: 'anna_01' }, text: '/start abc' });
    expect(first?.news.kind === 'text' && first.news.from.name).toBe(`Anna ${'x'.repeat(75)}`);
  });

  it('gets each update until a higher number confirms it', async () => {
    api.write(7, 'one');
    api.write(7, 'two');
    const first = await client.updates(null, signal);
    if (!first.ok) throw new Error(first.code);
    expect(first.value.map(({ id }) => id)).toEqual([1_000, 1_001]);
    const next = await client.updates(1_001, signal);
    expect(next.ok && next.value.map(({ id }) => id)).toEqual([1_001]);
  });

  it('tells that another program reads the updates, and that they go to a webhook', async () => {
    const mine = client.updates(null, signal);
    await expect.poll(() => api.requests.length).toBe(1);
    const stop = new AbortController();
    const other = clientOf().updates(null, stop.signal);
    expect(await mine).toMatchObject({ ok: false, code: 'conflict' });
    stop.abort();
    await other;
    api.setWebhook();
    expect(await client.updates(null, signal)).toMatchObject({ ok: false, code: 'webhook' });
  });

  it('refuses an answer that is larger than any of Telegram', async () => {
    api.answerNext('getUpdates', { status: 200, body: JSON.stringify({ ok: true, result: ['x'.repeat(5_000_000)] }) });
    expect(await client.updates(null, signal)).toMatchObject({ ok: false, code: 'malformed' });
  });
});
