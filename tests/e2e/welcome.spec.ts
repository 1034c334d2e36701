import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { type Sandbox, startSandbox } from '#sandbox/index.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { createControlClient } from '../support/control-client.ts';
import type { RunningDesk } from '../support/electron-app.ts';
import { inEveryLook } from './pages/looks.ts';
import { callFrom, signInTo } from './pages/open-desk.ts';
import { shareWindow } from './pages/shared-window.ts';
import { WelcomePage } from './pages/welcome-page.ts';

let service: Sandbox;
let website: Server;
const shared = shareWindow();
let desk: RunningDesk;

const call = callFrom(() => desk.page);
const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const listening = async (): Promise<Server> => {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Welcome to nginx</title>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
};

test.beforeEach(async () => {
  service = await startSandbox({ stateDir: null, control: true });
  website = await listening();
  desk = await shared.openWelcome();
});
test.afterEach(async () => {
  await desk.close();
  await service.close();
  website.close();
});

/** Returns an address where nobody listens any more. */
const deserted = async (): Promise<string> => {
  const server = await listening();
  const address = addressOf(server);
  server.close();
  await once(server, 'close');
  return address;
};

interface Failure {
  readonly baseUrl?: string;
  readonly token?: string;
  readonly en: string;
  readonly ru: string;
  /** The field with the focus, which has to be corrected. */
  readonly at: 'baseUrl' | 'token';
}

const failures = async (): Promise<readonly Failure[]> => [
  {
    baseUrl: '',
    en: 'The service address is missing. Enter the API link the service gave you, for example https://api.example.com.',
    ru: 'Не указан адрес сервиса. Введите ссылку на API, которую он дал, например https://api.example.com.',
    at: 'baseUrl',
  },
  {
    token: '',
    en: 'The API token is missing. Paste the token the service gave you.',
    ru: 'Не указан API-токен. Вставьте токен, который дал сервис.',
    at: 'token',
  },
  {
    baseUrl: 'no address',
    en: 'This is not an address. It should look like https://api.example.com.',
    ru: 'Это не адрес. Он выглядит так: https://api.example.com.',
    at: 'baseUrl',
  },
  {
    baseUrl: 'http://192.168.1.5:8000',
    en: 'Only https addresses are allowed, because the token travels in every request. Begin the address with https://.',
    ru: 'Разрешены только адреса https: токен передаётся в каждом запросе. Начните адрес с https://.',
    at: 'baseUrl',
  },
  {
    baseUrl: await deserted(),
    en: 'The server refuses the connection. Check the service address and its port, or try again later.',
    ru: 'Сервер не принимает соединение. Проверьте адрес сервиса и порт в нём или повторите позже.',
    at: 'baseUrl',
  },
  {
    baseUrl: addressOf(website),
    en: 'Another site answers at this address, not the service’s API. Check the service address.',
    ru: 'По этому адресу отвечает другой сайт, а не API сервиса. Проверьте адрес сервиса.',
    at: 'baseUrl',
  },
  {
    token: 'not-the-token',
    en: 'The service does not accept this token. Copy it again, whole and without spaces.',
    ru: 'Сервис не принимает этот токен. Скопируйте его ещё раз, целиком и без пробелов.',
    at: 'token',
  },
  {
    token: 'two words',
    en: 'The token contains spaces or characters a token cannot have. Copy it again, whole and with nothing else.',
    ru: 'В токене есть пробелы или знаки, которых в нём быть не может. Скопируйте его ещё раз, целиком и без лишнего.',
    at: 'token',
  },
  {
    token: 'токен',
    en: 'The token contains spaces or characters a token cannot have. Copy it again, whole and with nothing else.',
    ru: 'В токене есть пробелы или знаки, которых в нём быть не может. Скопируйте его ещё раз, целиком и без лишнего.',
    at: 'token',
  },
  {
    token: 'x'.repeat(10_000),
    en: 'This text is too long: 4,096 characters at most.',
    ru: 'Текст слишком длинный: можно не больше 4 096 знаков.',
    at: 'token',
  },
];

for (const language of ['en', 'ru'] as const) {
  test(`each failure has its message, keeps the typed text, and leads to the field (${language})`, async () => {
    const { page } = desk;
    await call('settings.update', { language });
    const welcome = new WelcomePage(page, language);
    await expect(welcome.baseUrl).toBeFocused();
    await welcome.label.fill('Main');
    for (const { baseUrl = service.baseUrl, token = service.token, at, ...sentence } of await failures()) {
      await test.step(sentence.en, async () => {
        await welcome.try(baseUrl, token);
        await expect(page.getByText(sentence[language], { exact: true })).toBeVisible();
        await expect(welcome[at]).toBeFocused();
        await expect(welcome.baseUrl).toHaveValue(baseUrl);
        await expect(welcome.token).toHaveValue(token);
        await expect(welcome.label).toHaveValue('Main');
      });
    }
    expect((await call('account.state', {})).accounts).toEqual([]);

    await welcome.signIn(service.baseUrl, service.token);
    const name = language === 'en' ? 'Account: Main' : 'Аккаунт: Main';
    await expect(page.getByRole('button', { name })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toContainText(language === 'en' ? '₽50,000.00' : '50 000,00 ₽');
  });
}

test('a token that the service knows but does not permit is distinguished from a wrong one', async () => {
  await createControlClient(service.controlUrl ?? '').addFaults({
    match: { path: '/balance' },
    fault: { kind: 'respond', status: 403 },
  });
  await new WelcomePage(desk.page).try(service.baseUrl, service.token);
  await expect(desk.page.getByRole('alert')).toContainText('The service knows this token but does not let it in.');
});

test('the sandbox opens with one button, and Escape leads back from another sign-in', async () => {
  const { page } = desk;
  await page.getByRole('button', { name: 'Try the sandbox' }).click();
  await page.waitForURL('app://desk/');
  await page.getByRole('button', { name: 'Account: Sandbox' }).click();
  await page.getByRole('menuitem', { name: 'Add an account…' }).click();
  await page.waitForURL('app://welcome/');
  await expect(page.getByRole('button', { name: 'Back', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.waitForURL('app://desk/');
  await expect(page.getByRole('button', { name: 'Account: Sandbox' })).toBeVisible();
});

test('a user who has signed out is asked for the token of that account, and finds everything again', async () => {
  const { page } = desk;
  await signInTo(page, service, 'Shop');
  await call('clients.add', { messengerId: 1, clientKey: 'kept', name: 'Kept', note: '', tags: [] });
  const { activeId } = await call('account.state', {});
  await call('account.signOut', { accountId: activeId ?? '' });
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('app://welcome/**');
  const welcome = new WelcomePage(page);
  await expect(page.getByRole('heading', { name: 'Sign in again: Shop' })).toBeVisible();
  await expect(welcome.token).toBeFocused();
  await welcome.signIn(service.baseUrl, service.token);
  await expect(page.getByRole('button', { name: 'Account: Shop' })).toBeVisible();
  expect((await call('account.state', {})).accounts).toHaveLength(1);
  expect((await call('clients.ids', { filter: {}, sort: { by: 'name', direction: 'asc' } })).ids).toHaveLength(1);
});

test('is accessible, with and without errors, in both languages and themes', async () => {
  const { page } = desk;
  await inEveryLook({ page, call }, async (language, look) => {
    // The page in the state in which it opens.
    await page.reload();
    const welcome = new WelcomePage(page, language);
    await expect(welcome.baseUrl).toBeFocused();
    await expectAccessible(page, `empty, ${look}`);
    await welcome.try('', '');
    await expectAccessible(page, `errors at the fields, ${look}`);
    await welcome.try(service.baseUrl, 'not-the-token');
    await expect(page.getByRole('alert')).toBeVisible();
    await expectAccessible(page, `an error of the whole form, ${look}`);
  });
});
