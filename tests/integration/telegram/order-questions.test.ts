import { afterEach, beforeEach, expect, it } from 'vitest';
import { BOT_TOKEN, type BotApi, startBotApi } from '../../support/telegram/bot-api.ts';
import { type StandingDesk, startStandingDesk } from '../standing/standing-desk.ts';

const OWN = 4_711;

let api: BotApi;
let standing: StandingDesk;
beforeEach(async () => {
  api = await startBotApi();
  standing = await startStandingDesk({ botApi: api.url, systemLocale: 'en-US' });
});
afterEach(async () => {
  await standing.desk.close();
  await api.close();
});

it('the question of a standing order comes with everything that it asks about, and buys nothing', async () => {
  const { desk, bulk, look, comesTo, waitUntil } = standing;
  const clientIds = await standing.readClients();
  await desk.call('telegram.connect', { token: BOT_TOKEN });
  const { address } = await desk.call('telegram.connectChat', {});
  api.write(OWN, `/start ${new URL(address).searchParams.get('start')}`);
  await expect.poll(() => api.textsTo(OWN).length, waitUntil).toBe(1);
  await desk.call('telegram.update', { sendsAlerts: true, sendsSummary: false, summaryTime: '09:00' });

  const { id } = await standing.save(
    standing.renewing(clientIds, { mode: 'ask', ceilingKopecks: null, monthCapKopecks: null }),
  );
  await look();
  const asked = await comesTo(id, ['asked', 'asked', 'asked']);
  const question = () => api.textsTo(OWN).find((text) => text.includes('“Renewals”'));
  await expect.poll(question, waitUntil).toBeDefined();
  expect(question()).toContain('3 VPN subscriptions are due to be renewed.');
  for (const { clientName } of asked) expect(question()).toContain(`• ${clientName}`);
  expect(JSON.stringify(api.sent)).not.toMatch(/https:\/\/[^"]*sub/);
  expect(await bulk.books()).toMatchObject({ count: 0 });
});
