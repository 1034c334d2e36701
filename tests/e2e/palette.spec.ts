import { expect, test } from '@playwright/test';
import { type Sandbox, startSandbox } from '#sandbox/index.ts';
import { expectAccessible } from '../support/accessibility.ts';
import type { RunningDesk } from '../support/electron-app.ts';
import { inEveryLook } from './pages/looks.ts';
import { callFrom, goTo, signInTo } from './pages/open-desk.ts';
import { shareWindow } from './pages/shared-window.ts';

const shared = shareWindow();
let desk: RunningDesk;

const call = callFrom(() => desk.page);
const heading = () => desk.page.getByRole('heading', { level: 1 });
const palette = () => desk.page.getByRole('dialog', { name: 'Find…' });
const shortcuts = () => desk.page.getByRole('dialog', { name: 'Keyboard shortcuts' });
const press = (keys: string) => desk.page.keyboard.press(keys);

/** Opens the palette by its shortcut; the list has settled when the wanted entry is the only one. */
const find = async (text: string, entry: string): Promise<void> => {
  await press('Control+k');
  await expect(palette().getByRole('textbox', { name: 'Find…' })).toBeFocused();
  await desk.page.keyboard.type(text);
  await expect(palette().getByRole('button')).toHaveCount(1);
  await expect(palette().getByRole('button')).toContainText(entry);
};

/** Types the text and Enter at once, so that no request about the text can be answered in between. */
const typeAndEnter = (text: string): Promise<void> =>
  palette()
    .getByRole('textbox', { name: 'Find…' })
    .evaluate(async (field, typed) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, typed);
      field.dispatchEvent(new InputEvent('input', { bubbles: true, data: typed }));
      // The typed text is drawn.
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
      field.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true }),
      );
    }, text);

test.beforeEach(async () => {
  desk = await shared.openSandboxDesk();
});
test.afterEach(() => desk.close());

test('finds a screen and a client, and the keyboard continues from there', async () => {
  await find('gener', 'Generator');
  await press('Enter');
  await expect(heading()).toHaveText('Generator');
  await expect(palette()).toBeHidden();
  await expect(desk.page.getByRole('main')).toBeFocused();

  await find('clara', 'Clara Voss');
  await press('Enter');
  await expect(desk.page.getByRole('complementary', { name: 'Client' })).toContainText('Clara Voss');
  await expect(desk.page.getByRole('main')).toBeFocused();

  // Entries for a client can be looked at first; Esc leaves the form to which one leads.
  await find('hand over', 'Hand over…');
  await press('Enter');
  await expect(heading()).toContainText('Clara Voss');
  await desk.page.getByRole('main').focus();
  await press('Escape');
  await expect(heading()).toHaveText('Clients');

  await find('save a back', 'Save a backup…');
  await press('Enter');
  await expect(desk.page.getByRole('dialog', { name: 'Save everything to one file' })).toBeVisible();
  await press('Escape');

  // Enter right after another text chooses the match of that text.
  await find('clara', 'Clara Voss');
  await typeAndEnter('farid');
  await expect(desk.page.getByRole('complementary', { name: 'Client' })).toContainText('Farid Aliyev');
  await expect(palette()).toBeHidden();

  await press('Control+k');
  await desk.page.keyboard.type('no such thing');
  await expect(palette()).toContainText('Nothing found');
  await press('Escape');
  await expect(palette()).toBeHidden();
});

test('an action without a client says how to name one, and leads to the list of clients', async () => {
  await inEveryLook({ page: desk.page, call }, async (language, look) => {
    const isEnglish = language === 'en';
    const dialog = desk.page.getByRole('dialog');
    await press('Control+1');
    for (const typed of isEnglish ? ['renew', 'buy vpn'] : ['продлить', 'купить VPN']) {
      await press('Control+k');
      await dialog.getByRole('textbox').fill(typed);
      const entry = dialog.getByRole('button');
      await expect(entry).toHaveCount(1);
      await expect(entry).toContainText(isEnglish ? 'Renew VPN…' : 'Продлить VPN…');
      await expect(entry).toContainText(isEnglish ? `“${typed} anna”` : `«${typed} анна»`);
      await expectAccessible(desk.page, `an action without a client, ${look}`);
      await press('Escape');
      await expect(dialog).toBeHidden();
    }
    await press('Control+k');
    await desk.page.keyboard.type(isEnglish ? 'renew' : 'продлить');
    await expect(dialog.getByRole('button')).toHaveCount(1);
    await press('Enter');
    await expect(heading()).toHaveText(isEnglish ? 'Clients' : 'Клиенты');
  });

  // The open card needs no name, and a client whose name begins like an action comes first.
  await call('settings.update', { language: 'en' });
  await call('clients.add', { messengerId: 900_001, clientKey: 'm', name: 'Monika', note: '', tags: [] });
  await press('Control+1');
  await press('Control+k');
  await desk.page.keyboard.type('mon');
  await expect(palette().getByRole('button')).toHaveText([/Monika/, /Renew VPN…/]);
  await press('Enter');
  await expect(desk.page.getByRole('complementary', { name: 'Client' })).toContainText('Monika');
  await find('renew', 'Renew VPN…');
  await expect(palette().getByRole('button')).not.toContainText('anna');
});

test('a key pressed right after Ctrl+K is typed into the field, which has the focus at once', async () => {
  await press('Control+k');
  await expect(palette()).toBeVisible();
  await press('Escape');
  await expect(palette()).toBeHidden();
  await desk.page.getByRole('main').focus();
  const focused = await desk.page.evaluate(async () => {
    const pressed = { code: 'KeyK', key: 'k', ctrlKey: true, bubbles: true };
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', pressed));
    // React draws what an event changed before the next event is handled, in a microtask.
    await Promise.resolve();
    return document.activeElement?.getAttribute('placeholder') ?? document.activeElement?.tagName;
  });
  expect(focused).toBe('A screen, an action, a client, a list or a proxy');
  await press('Escape');
  await expect(palette()).toBeHidden();
});

test('says how many results there are beside those it shows, and shows them all on their screen', async () => {
  for (let number = 1; number <= 12; number += 1) {
    await call('clients.add', {
      messengerId: 900_000 + number,
      clientKey: `zebra-${number}`,
      name: '',
      note: '',
      tags: [],
    });
  }
  await press('Control+k');
  await expect(palette().getByRole('textbox', { name: 'Find…' })).toBeFocused();
  await desk.page.keyboard.type('zebra');
  // The titles of the groups are drawn by the style sheet.
  const titles = () =>
    palette()
      .locator('div')
      .evaluateAll((parts) => parts.map((part) => getComputedStyle(part, '::before').content));
  await expect.poll(titles).toContain('"Clients: 8 of 12"');
  await inEveryLook({ page: desk.page, call }, (_, look) =>
    expectAccessible(desk.page, `a part of the results, ${look}`),
  );
  await call('settings.update', { language: 'en' });
  await palette().getByRole('button', { name: 'Show all 12 in Clients' }).click();
  await expect(palette()).toBeHidden();
  await expect(heading()).toHaveText('Clients');
  await expect(desk.page.getByRole('searchbox', { name: 'Search clients' })).toHaveValue('zebra');
  await expect(desk.page.getByRole('grid').getByRole('row', { name: /zebra-/ })).toHaveCount(12);

  // A search that shows everything it found offers nothing more.
  await find('zebra-12', 'zebra-12');
});

test('the keys lead to every section in the order of the navigation, and back and forward', async () => {
  const items = desk.page.getByRole('navigation').getByRole('list').getByRole('button');
  const names = await items.evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')));
  expect(names.length).toBeGreaterThan(7);
  for (const [index, name] of names.entries()) {
    await press(`Control+${index + 1}`);
    await expect(desk.page.locator('[aria-current="page"]')).toHaveAccessibleName(name ?? '');
    await expect(desk.page.getByRole('main')).toBeFocused();
  }
  await press('Alt+ArrowLeft');
  await expect(desk.page.locator('[aria-current="page"]')).toHaveAccessibleName(names.at(-2) ?? '');
  await press('Alt+ArrowRight');
  await expect(desk.page.locator('[aria-current="page"]')).toHaveAccessibleName(names.at(-1) ?? '');
});

test('a question mark lists the shortcuts, except where it is typed', async () => {
  await press('Control+2');
  const search = desk.page.getByRole('searchbox', { name: 'Search clients' });
  await search.waitFor();
  await press('Control+f');
  await expect(search).toBeFocused();
  await desk.page.keyboard.type('?');
  await expect(search).toHaveValue('?');
  await expect(shortcuts()).toBeHidden();

  await press('Control+1');
  await expect(heading()).toHaveText('Overview');
  await press('?');
  await expect(shortcuts()).toContainText('Find anything');
  await expectAccessible(desk.page, 'the list of shortcuts');
  await press('Escape');
  await expect(shortcuts()).toBeHidden();
  await expect(desk.page.getByRole('main')).toBeFocused();
});

for (const [language, theme] of [
  ['en', 'dark'],
  ['ru', 'light'],
] as const) {
  test(`the palette is accessible (${language}, ${theme})`, async () => {
    await call('settings.update', { language, theme });
    await expect(desk.page.locator('html')).toHaveAttribute('lang', language);
    await press('Control+k');
    await expect(desk.page.getByRole('dialog').getByRole('textbox')).toBeFocused();
    await desk.page.keyboard.type('cla');
    await expect(desk.page.getByRole('dialog')).toContainText('Clara Voss');
    await expectAccessible(desk.page, 'the palette');
  });
}

test.describe('with two accounts', () => {
  let service: Sandbox;

  test.beforeEach(async () => {
    service = await startSandbox({ stateDir: null });
    await signInTo(desk.page, service, 'Shop');
  });
  test.afterEach(() => service.close());

  const switcher = (name: string) => desk.page.getByRole('button', { name: `Account: ${name}` });
  const accounts = async () => (await call('account.state', {})).accounts.map(({ label }) => label);

  test('each has its own clients, and the keyboard switches from one to the other', async () => {
    const { page } = desk;
    await press('Control+2');
    await expect(page.getByText('Your clients will be here')).toBeVisible();
    await switcher('Shop').focus();
    await press('Enter');
    await expect(page.getByRole('menuitem', { name: /Shop/ })).toHaveAttribute('aria-current', 'true');
    await page.getByRole('menuitem', { name: /Sandbox/ }).press('Enter');
    await expect(switcher('Sandbox')).toBeVisible();
    // Each desk opens in its earlier state.
    await expect(heading()).toHaveText('Overview');
    await press('Control+2');
    await expect(page.getByRole('grid', { name: 'Clients' })).toContainText('Clara Voss');
  });

  test('the schedule says whose orders and lists wait', async () => {
    const { page } = desk;
    const waiting = page.getByText('Orders and lists of “Shop” wait until you open that account.');
    await goTo(page, 'Schedule');
    await expect(page.getByText('No standing orders yet')).toBeVisible();
    // The standing orders of the sandbox are only for practice.
    await expect(page.getByText(/^All of this runs only for the account that is open/)).toHaveCount(0);
    await switcher('Shop').click();
    await page.getByRole('menuitem', { name: /Sandbox/ }).click();
    // The other desk opens on its own last screen.
    await expect(switcher('Sandbox')).toBeVisible();
    await goTo(page, 'Schedule');
    await expect(waiting).toBeVisible();
    await inEveryLook({ page, call }, (_, look) => expectAccessible(page, look));
  });

  test('signing out asks first, then keeps everything and names what is missing', async () => {
    const { page } = desk;
    await call('clients.add', { messengerId: 1, clientKey: 'kept', name: 'Kept', note: '', tags: [] });
    await switcher('Shop').click();
    await page.getByRole('menuitem', { name: 'Sign out…' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await press('Escape');
    await expect(dialog).toBeHidden();
    await expect(switcher('Shop')).toBeFocused();

    await switcher('Shop').click();
    await page.getByRole('menuitem', { name: 'Sign out…' }).click();
    await expectAccessible(page, 'signing out');
    await dialog.getByRole('button', { name: 'Sign out and forget the token' }).click();
    await expect(page.getByText('You are signed out of this account.')).toBeVisible();
    await press('Control+2');
    await expect(page.getByRole('grid', { name: 'Clients' })).toContainText('Kept');
    const refresh = page.getByRole('button', { name: 'Refresh all' });
    await expect(refresh).toBeDisabled();
    await expect(refresh).toHaveAccessibleDescription('Sign in first');
  });

  test('removing an account names the data that is lost, and leaves the other account', async () => {
    const { page } = desk;
    await press('Control+9');
    const row = page.getByRole('listitem').filter({ has: page.getByRole('textbox', { name: /account Shop$/ }) });
    await row.getByRole('button', { name: 'Remove…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove “Shop” and its data?' });
    await expect(dialog).toContainText('This cannot be undone.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await accounts()).toContain('Shop');
    await row.getByRole('button', { name: 'Remove…' }).click();
    await dialog.getByRole('button', { name: 'Delete the account and its data' }).click();
    await expect(switcher('Sandbox')).toBeVisible();
    // The page may already name the removed account and still be replaced by a new one.
    await expect(async () => expect(await accounts()).not.toContain('Shop')).toPass();
  });
});
