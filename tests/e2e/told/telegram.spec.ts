import { expect, test } from '@playwright/test';
import { catchShown, type RunningDesk } from '../../support/electron-app.ts';
import { isDone, isRefused, refuses, refusesUntilTriedAgain } from '../../support/request-recorder.ts';
import { BOT_TOKEN, type BotApi, startBotApi } from '../../support/telegram/bot-api.ts';
import { ClientsPage, openTab } from '../pages/clients-page.ts';
import { makeList } from '../pages/made-list.ts';
import { callFrom, openSandboxDesk } from '../pages/open-desk.ts';

let api: BotApi;
let desk: RunningDesk;

test.beforeAll(async () => {
  api = await startBotApi();
  desk = await openSandboxDesk({ env: { RESELLER_DESK_BOT_API: api.url } });
  await catchShown(desk.app);
});
test.afterAll(async () => {
  await desk.close();
  await api.close();
});

const section = () => desk.page.getByRole('region', { name: 'Telegram' });
const openSettings = async () => {
  await desk.page.keyboard.press('Control+1');
  await desk.page.getByRole('navigation').getByRole('button', { name: 'Settings', exact: true }).click();
};
const button = (name: string) => desk.page.getByRole('button', { name });
const codeIn = (address: string): string => new URL(address).searchParams.get('start') ?? '';
const copied = (): Promise<string> => desk.app.evaluate(({ clipboard }) => clipboard.readText());

test('the requests of the bot, the chats and the messages', async () => {
  const { page } = desk;
  test.slow();
  await refusesUntilTriedAgain(desk, 'telegram.state', openSettings);
  const token = section().getByLabel('Token of your bot', { exact: true });
  await token.fill('no token');
  const connect = () => button('Connect the bot').click();
  await isRefused(desk, 'telegram.connect', connect, {
    tells: 'This is not the token of a bot. Copy it again from BotFather, for example 123456789:AAE…',
  });
  await token.fill(BOT_TOKEN);
  await refuses(desk, 'telegram.connect', connect);
  await isDone(desk, 'telegram.connect', connect);
  await expect(section().getByText('@shop_bot')).toBeVisible();

  await refuses(desk, 'telegram.connectChat', () => button('Connect your chat').click());
  await isDone(desk, 'telegram.connectChat', () => button('Connect your chat').click());
  await button('Copy the link').click();
  api.write(4_711, `/start ${codeIn(await copied())}`, { first_name: 'Ivan' });
  await expect(section().getByText('Ivan', { exact: true })).toBeVisible();

  const alerts = section().getByRole('switch', { name: 'Alerts' });
  await refuses(desk, 'telegram.update', () => alerts.click({ force: true }));
  await isDone(desk, 'telegram.update', () => alerts.click({ force: true }));
  await expect(alerts).toBeChecked();
  await section().getByRole('switch', { name: 'Daily summary' }).click({ force: true });
  const time = section().getByRole('textbox', { name: 'Time of the summary' });
  await time.fill('25:00');
  await isRefused(desk, 'telegram.update', () => time.press('Enter'), {
    tells: 'Enter a time of day, for example 22:00.',
  });

  const clients = new ClientsPage(page);
  await clients.open();
  await clients.row('Clara Voss').click();
  await refusesUntilTriedAgain(desk, 'telegram.client', () => openTab(page, 'Details'));
  const invite = () => clients.detail.getByRole('button', { name: 'Copy the link for Telegram' }).click();
  await refuses(desk, 'telegram.invite', invite);
  await isDone(desk, 'telegram.invite', invite);
  api.write(99, `/start ${codeIn(await copied())}`, { first_name: 'Clara', username: 'clara_v' });
  await expect(clients.detail.getByText('@clara_v (Clara)')).toBeVisible();

  const call = callFrom(() => page);
  await makeList(call, 4);
  await clients.detail.getByRole('button', { name: 'Hand over' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('Hi {name}!');
  await refuses(desk, 'handover.send', () => button('Send by Telegram').click());
  await isDone(desk, 'handover.send', () => button('Send by Telegram').click());
  await expect(page.getByText('Sent to @clara_v (Clara) in Telegram.')).toBeVisible();
  expect(api.textsTo(99).at(-1)).toBe('Hi Clara Voss!');
  await page.getByRole('checkbox', { name: /DE · 4/ }).check();
  const sendPage = async () => {
    await button('Send a file by Telegram').click();
    await page.getByRole('menuitem', { name: 'The page with links and codes' }).click();
  };
  await refuses(desk, 'handover.sendFile', sendPage);
  await isDone(desk, 'handover.sendFile', sendPage);
  await expect(page.getByText(/\.html sent to @clara_v \(Clara\) in Telegram\./)).toBeVisible();
  expect(api.documents.map(({ chatId }) => chatId)).toEqual([99]);

  await button('Back to the client').click();
  await openTab(page, 'Details');
  const disconnect = () => clients.detail.getByRole('button', { name: 'Disconnect the chat' }).click();
  await refuses(desk, 'telegram.disconnectClient', disconnect);
  await isDone(desk, 'telegram.disconnectClient', disconnect);

  await openSettings();
  await refuses(desk, 'telegram.disconnectChat', () => button('Disconnect the chat').click());
  await isDone(desk, 'telegram.disconnectChat', () => button('Disconnect the chat').click());
  const forget = async () => {
    await button('Disconnect the bot').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect the bot' }).click();
  };
  await refuses(desk, 'telegram.disconnect', forget);
  await isDone(desk, 'telegram.disconnect', forget);
  await expect(section().getByLabel('Token of your bot', { exact: true })).toBeVisible();
});
