import { expect, test } from '@playwright/test';
import { type Sandbox, startSandbox } from '#sandbox/index.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { type ControlClient, createControlClient } from '../support/control-client.ts';
import type { RunningDesk } from '../support/electron-app.ts';
import { ClientsPage, openTab } from './pages/clients-page.ts';
import { inEveryLook } from './pages/looks.ts';
import { callFrom } from './pages/open-desk.ts';
import { resizeWindow } from './pages/resize-window.ts';
import { shareWindow } from './pages/shared-window.ts';
import { VpnPanel } from './pages/vpn-panel.ts';

let sandbox: Sandbox;
let control: ControlClient;
const shared = shareWindow();
let desk: RunningDesk;
let clients: ClientsPage;
let vpn: VpnPanel;
/** The number of keys that the user has pressed to get something done. */
let actions: number;
let annaId: number;

const call = callFrom(() => desk.page);
const dialog = () => desk.page.getByRole('dialog');
const handover = () => dialog().getByRole('region', { name: 'Hand over' });
const act = (keys: string): Promise<void> => {
  actions += 1;
  return desk.page.keyboard.press(keys);
};
const clipboard = () => desk.app.evaluate(({ clipboard: board }) => board.readText());
const opened = () =>
  desk.app.evaluate(() => (globalThis as unknown as { readonly openedChats: readonly string[] }).openedChats);
/** Electron 33 and 45 name the formats of the clipboard in different ways. */
const pictureFormats = (): Promise<readonly string[]> =>
  desk.app.evaluate(async ({ clipboard: board }) => {
    const native = board as unknown as {
      availableFormats?(): string[];
      read(): Promise<readonly { readonly types: readonly string[] }[]>;
    };
    if (native.availableFormats !== undefined) return native.availableFormats();
    return (await native.read()).flatMap(({ types }) => types);
  });
/** Returns the links of Anna's subscriptions that the copied message has. */
const copiedLinks = async (): Promise<readonly string[]> => {
  const { subscriptions } = await call('vpn.state', { clientId: annaId });
  const links = await Promise.all(
    subscriptions.map(({ uuid }) => call('vpn.revealLink', { clientId: annaId, uuid }).then(({ url }) => url)),
  );
  const message = await clipboard();
  return links.filter((url) => message.includes(url));
};
const charges = async () => (await control.books()).entries.length;

/** The service knows Anna with two subscriptions, and Zoe not at all. */
const ANNA = { messengerId: 100_200_301, clientKey: 'anna-shop', name: 'Anna', note: '', tags: [] };
const ZOE = { messengerId: 777, clientKey: 'zoe-key', name: 'Zoe', note: '', tags: [] };

test.beforeEach(async () => {
  sandbox = await startSandbox({ stateDir: null, control: true, seed: 1 });
  control = createControlClient(sandbox.controlUrl ?? '');
  desk = await shared.openServiceDesk(sandbox, 'Test');
  clients = new ClientsPage(desk.page);
  vpn = new VpnPanel(desk.page);
  actions = 0;
  await desk.app.evaluate(({ shell }) => {
    const chats: string[] = [];
    (globalThis as unknown as { openedChats: string[] }).openedChats = chats;
    shell.openExternal = async (url) => void chats.push(url);
  });
  annaId = (await call('clients.add', ANNA)).id;
  await call('clients.add', ZOE);
  await clients.open();
});
test.afterEach(async () => {
  await desk.close();
  await sandbox.close();
});

const openAnna = async (): Promise<void> => {
  await clients.row('Anna').click();
  await openTab(desk.page, 'VPN');
  await expect(vpn.items).toHaveCount(2);
};

test('a month is sold and sent with four keys from the list', async () => {
  await openAnna();
  await act('r');
  await expect(dialog().getByRole('radio', { name: '1 month', exact: true })).toBeFocused();
  await act('Enter');
  await expect(dialog().getByRole('button', { name: /^Renew by 1 month for/ })).toBeVisible();
  await act('Control+Enter');
  await expect(dialog().getByText(/^Renewed: VPN \w{8} by 1 month/)).toBeVisible();
  await expect(handover().getByRole('button', { name: 'Copy message, open chat' })).toBeFocused();
  await act('Enter');
  await expect.poll(opened).toEqual(['tg://user?id=100200301']);
  expect(actions).toBeLessThanOrEqual(4);

  expect(await clipboard()).toContain('Hello, Anna!');
  // The message is about the renewed subscription alone.
  expect(await copiedLinks()).toHaveLength(1);
  expect(await charges()).toBe(1);
  const { rows } = await call('purchases.timeline', { clientId: annaId, offset: 0, limit: 10 });
  expect(rows.map((row) => (row.kind === 'event' ? row.event.name : row.kind))).toContain('handed-over');
});

test('a message that is copied at the first moment has the link of the renewed subscription', async () => {
  const { page } = desk;
  await openAnna();
  await act('r');
  await expect(dialog().getByRole('radio', { name: '1 month', exact: true })).toBeFocused();
  await act('Enter');
  await expect(dialog().getByRole('button', { name: /^Renew by 1 month for/ })).toBeVisible();
  // Presses the button as soon as it is drawn, which is before anything about the goods has arrived.
  await page.evaluate(() => {
    const watch = new MutationObserver(() => {
      const buttons = [...document.querySelectorAll<HTMLElement>('[role=dialog] button')];
      const button = buttons.find(({ textContent }) => textContent.startsWith('Copy message'));
      if (button === undefined) return;
      watch.disconnect();
      button.click();
    });
    watch.observe(document.body, { childList: true, subtree: true });
  });
  await act('Control+Enter');
  await expect.poll(clipboard).toContain('Hello, Anna!');
  expect(await copiedLinks()).toHaveLength(1);
});

test('the outcome gives link, code and message, and leads to the next client of the list', async () => {
  await openAnna();
  await vpn.order(vpn.button('Buy a subscription…'), '1 month');
  await vpn.inDialog(/^Buy 1 month of VPN for/).click();
  await expect(handover().getByRole('img', { name: 'QR code of the subscription link' })).toBeVisible();
  await expect(handover().getByRole('textbox', { name: 'Message to the client' })).toHaveValue(/Hello, Anna!/);
  await expect(handover().getByRole('textbox')).not.toHaveValue(/sub\.sandbox\.test\/s\//);
  await expect(dialog().getByText(/sub\.sandbox\.test\/s\//)).toHaveCount(0);
  await handover().getByRole('button', { name: 'Copy the link' }).click();
  await expect.poll(clipboard).toMatch(/^https:\/\/sub\.sandbox\.test\/s\/\w+$/);
  await handover().getByRole('button', { name: 'Copy the QR code' }).click();
  await expect(desk.page.getByText('The QR code is copied as a picture')).toBeVisible();
  await expect.poll(pictureFormats).toContain('image/png');
  await inEveryLook({ page: desk.page, call }, (_, look) => expectAccessible(desk.page, look));
  await call('settings.update', { language: 'en', theme: 'light' });
  await handover().getByRole('button', { name: 'Next: Zoe · zoe-key' }).click();
  await expect(dialog()).toBeHidden();
  await expect(clients.detail.getByRole('heading', { level: 2, name: 'Zoe' })).toBeVisible();
});

test('nothing moves under the pointer while the hand-over of a purchase arrives, in either language', async () => {
  const { page } = desk;
  const words = {
    en: { review: 'Review the order', buy: /^Buy 1 month of VPN for/, done: 'Done', message: 'Message to the client' },
    ru: { review: 'Проверить заказ', buy: /^Купить VPN на 1 месяц за/, done: 'Готово', message: 'Сообщение клиенту' },
  } as const;
  await openAnna();
  for (const language of ['en', 'ru'] as const) {
    await call('settings.update', { language });
    const { review, buy, done, message } = words[language];
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await page.getByRole('complementary').getByRole('tabpanel').getByRole('button').last().click();
    await vpn.inDialog(review).click();
    await vpn.inDialog(buy).waitFor();
    // Notes where the button stands in every frame from its first one on.
    await page.evaluate((name) => {
      const places = new Set<number>();
      Object.assign(window, { places });
      const look = () => {
        const button = [...document.querySelectorAll('[role=dialog] button')].find((one) => one.textContent === name);
        if (button !== undefined) places.add(Math.round(button.getBoundingClientRect().top));
        requestAnimationFrame(look);
      };
      look();
    }, done);
    await vpn.inDialog(buy).click();
    await expect(dialog().getByRole('textbox', { name: message })).toHaveValue(/\S/);
    await expect(dialog().getByRole('img')).toBeVisible();
    await expect(dialog().getByRole('button', { name: /zoe-key$/ })).toBeVisible();
    const places = await page.evaluate(() => [...(Reflect.get(window, 'places') as Set<number>)]);
    expect(places, language).toHaveLength(1);
    await vpn.inDialog(done).click();
  }
});

test('in a window of 1280 × 800 the whole outcome of a renewal is seen without scrolling, in both languages', async () => {
  const { app, page } = desk;
  const words = {
    en: { review: 'Review the order', renew: /^Renew by 1 month for/, done: 'Done' },
    ru: { review: 'Проверить заказ', renew: /^Продлить на 1 месяц за/, done: 'Готово' },
  } as const;
  await resizeWindow({ app }, 1280, 800);
  await call('sales.setPrice', { clientId: null, product: 'vpn 1', priceKopecks: 123_456_00 });
  const { rows } = await call('clients.list', {
    filter: {},
    sort: { by: 'name', direction: 'asc' },
    offset: 0,
    limit: 2,
  });
  const [anna, zoe] = rows.map(({ id }) => id);
  const name = 'Александра Константиновна Преображенская-Воскресенская';
  await call('clients.update', { ...ANNA, clientId: anna ?? 0, name });
  await call('clients.update', {
    ...ZOE,
    clientId: zoe ?? 0,
    name: 'ООО «Северо-Западная телекоммуникационная компания»',
  });
  await clients.row('Александра').click();
  await expect(vpn.root.or(clients.detail).getByRole('listitem').first()).toBeVisible();
  for (const language of ['en', 'ru'] as const) {
    await call('settings.update', { language });
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    const { review, renew, done } = words[language];
    await page.keyboard.press('r');
    await vpn.inDialog(review).click();
    await vpn.inDialog(renew).click();
    await expect(dialog().getByRole('img')).toBeVisible();
    await expect(dialog().getByRole('textbox')).toHaveValue(/\S/);
    await expect(dialog().getByRole('button', { name: /zoe-key$/ })).toBeVisible();
    await expect(dialog().getByRole('definition').first()).toBeVisible();
    const hidden = await dialog().evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    expect(hidden, language).toBe(0);
    await vpn.inDialog(done).click();
  }
});

test('the next client is the one of the order before the purchase, and of the selection', async () => {
  await call('clients.add', { ...ZOE, clientKey: 'boris-key', name: 'Boris', messengerId: 778 });
  await expect(clients.row('Boris')).toBeVisible();
  await clients.select('Anna', 'Zoe');
  await clients.row('Anna').click({ position: { x: 200, y: 10 } });
  await clients.select('Anna', 'Zoe');
  await desk.page.keyboard.press('r');
  await vpn.inDialog('Review the order').click();
  await vpn.inDialog(/^Renew by 1 month for/).click();
  await expect(handover().getByRole('button', { name: 'Next: Zoe · zoe-key' })).toBeVisible();
});

test('a double click and a double Enter pay once, and never without a look at the price', async () => {
  await openAnna();
  await act('r');
  await expect(dialog().getByRole('radio', { name: '1 month', exact: true })).toBeFocused();
  await desk.page.keyboard.press('Enter');
  await desk.page.keyboard.press('Enter');
  // The second press may have led back to the order.
  await expect(vpn.inDialog(/^(Renew by 1 month for|Review the order)/)).toBeEnabled();
  expect(await charges()).toBe(0);
  await desk.page.keyboard.press('Escape');
  await expect(dialog()).toBeHidden();
  await act('r');
  await vpn.inDialog('Review the order').click();
  await vpn.inDialog(/^Renew by 1 month for/).dblclick();
  await expect(dialog().getByText(/^Renewed: VPN/)).toBeVisible();
  expect(await charges()).toBe(1);
  await vpn.inDialog('Done').click();

  await act('r');
  await vpn.inDialog('Review the order').click();
  await expect(vpn.inDialog(/^Renew by 1 month for/)).toBeVisible();
  await desk.page.keyboard.press('Control+Enter');
  await desk.page.keyboard.press('Control+Enter');
  await expect(dialog().getByText(/^Renewed: VPN/)).toBeVisible();
  expect(await charges()).toBe(2);
});

test('from the palette a month is sold and sent with three keys, for the client that is named there', async () => {
  await openAnna();
  await call('clients.add', { ...ANNA, messengerId: 778, clientKey: 'anna-two' });
  await clients.row('Zoe').click();
  await desk.page.keyboard.press('Control+k');
  await desk.page.keyboard.type('anna-shop renew');
  const palette = desk.page.getByRole('dialog', { name: 'Find…' });
  await expect(palette.getByRole('button')).toHaveCount(1);
  await expect(palette.getByRole('button')).toContainText('VPN for 1 month: Anna · anna-shop');
  await act('Enter');
  await expect(dialog()).toContainText('Anna');
  await expect(vpn.inDialog(/^Renew by 1 month for/)).toBeVisible();
  await expect(clients.detail.getByRole('heading', { level: 2, name: 'Anna' })).toBeVisible();
  await act('Control+Enter');
  await expect(dialog().getByText(/^Renewed: VPN/)).toBeVisible();
  await expect(handover().getByRole('button', { name: 'Copy message, open chat' })).toBeFocused();
  await act('Enter');
  await expect.poll(opened).toEqual(['tg://user?id=100200301']);
  expect(actions).toBeLessThanOrEqual(3);
  expect(await charges()).toBe(1);
});

test('the palette understands actions in both languages and tells apart clients of one name', async () => {
  await call('clients.add', { ...ANNA, messengerId: 778, clientKey: 'anna-two' });
  const palette = desk.page.getByRole('dialog', { name: 'Find…' });
  const find = async (text: string, ...entries: readonly string[]) => {
    await desk.page.keyboard.press('Control+k');
    await palette.getByRole('textbox').fill(text);
    await expect(palette.getByRole('button')).toHaveCount(entries.length);
    for (const [index, entry] of entries.entries()) {
      await expect(palette.getByRole('button').nth(index)).toContainText(entry);
    }
  };
  await find('продлить anna', 'VPN for 1 month: Anna · anna-shop', 'VPN for 1 month: Anna · anna-two');
  await desk.page.keyboard.press('Escape');
  await find('zoe 5 гб', 'Top up 5 GB: Zoe · zoe-key');
  await desk.page.keyboard.press('Enter');
  await expect(vpn.inDialog(/^Buy 5 GB residential for/)).toBeVisible();
  await expect(dialog()).toContainText('zoe-key');
  await desk.page.keyboard.press('Escape');
  await find('zoe выдать', 'Hand over: Zoe · zoe-key');
  await desk.page.keyboard.press('Escape');
  // Until the desk keeps sales, neither the palette nor the card mentions debts.
  await find('долг zoe');
  await expect(palette).toContainText('Nothing found');
  await desk.page.keyboard.press('Escape');
  await clients.row('Zoe').click();
  await expect(clients.detail.getByRole('toolbar').getByRole('button')).toHaveCount(5);
  await find('долг');
  await desk.page.keyboard.press('Escape');
  await call('sales.setPrice', { clientId: null, product: 'vpn 1', priceKopecks: 40_000 });
  await expect(clients.detail.getByRole('toolbar').getByRole('button')).toHaveCount(6);
  await find('долг zoe', 'Money: Zoe · zoe-key');
  await desk.page.keyboard.press('Enter');
  await expect(desk.page.getByRole('tab', { name: 'Money' })).toHaveAttribute('aria-selected', 'true');

  // The actions of the open card are found by the same words.
  await find('гиги', 'Top up traffic…');
  await desk.page.keyboard.press('Enter');
  await expect(dialog()).toContainText('Buy traffic for Zoe · zoe-key');
});

test('traffic is handed over with its message and the way to a list', async () => {
  await resizeWindow(desk, 1280, 800);
  await call('sales.setPrice', { clientId: null, product: 'traffic residential', priceKopecks: 40_000 });
  await openAnna();
  await act('t');
  await dialog().getByLabel('Amount, GB').fill('2');
  await vpn.inDialog('Review the order').click();
  await vpn.inDialog(/^Buy 2 GB/).click();
  await expect(handover().getByRole('button', { name: 'Copy message, open chat' })).toBeVisible();
  await expect(handover().getByRole('img')).toHaveCount(0);
  // The space that is kept for the hand-over and the sale fits the window.
  await expect(dialog().getByText('Sold for')).toBeVisible();
  const hidden = await dialog().evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  expect(hidden).toBe(0);
  await handover().getByRole('button', { name: 'New list' }).click();
  await expect(desk.page.getByRole('heading', { level: 1 })).toHaveText('Generator');
  await expect(desk.page.getByRole('combobox', { name: 'Client', exact: true })).toHaveValue(/Anna/);
});

test('nothing is handed over of a purchase without an answer, or with the goods of another order', async () => {
  await openAnna();
  await control.addFaults({
    match: { method: 'POST', path: '/vpn/renew' },
    fault: { kind: 'drop', when: 'after-commit' },
  });
  await act('r');
  await vpn.inDialog('Review the order').click();
  await vpn.inDialog(/^Renew by 1 month for/).click();
  await expect(
    dialog()
      .getByText(/probably charged|not known whether/)
      .first(),
  ).toBeVisible();
  await expect(handover()).toHaveCount(0);
  await expect(vpn.inDialog('Done')).toBeFocused();
  await vpn.inDialog('Done').click();

  await control.addFaults({
    match: { method: 'POST', path: '/vpn/buy' },
    fault: { kind: 'replace-data', data: { uuid: '', expireAt: '2031-01-01T00:00:00.000Z' } },
  });
  await vpn.order(vpn.button('Buy a subscription…'), '1 month');
  await vpn.inDialog(/^Buy 1 month of VPN for/).click();
  await expect(vpn.inDialog('Done')).toBeVisible();
  await expect(dialog().getByText(/^Bought:/)).toHaveCount(0);
  await expect(handover()).toHaveCount(0);
});
