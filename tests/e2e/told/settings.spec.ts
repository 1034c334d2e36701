import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { makeBackup } from '#core/platform/sqlite/backups.ts';
import { type Sandbox, startSandbox } from '#sandbox/index.ts';
import { catchShown, type RunningDesk } from '../../support/electron-app.ts';
import {
  isDone,
  isRefused,
  refuses,
  refusesUntilTriedAgain,
  unplacedProblemOf,
} from '../../support/request-recorder.ts';
import { openSandboxDesk, signInTo } from '../pages/open-desk.ts';
import { WelcomePage } from '../pages/welcome-page.ts';

let desk: RunningDesk;
let service: Sandbox;
let userDataDir: string;

const button = (name: string | RegExp) => desk.page.getByRole('button', { name });
const press = (keys: string) => desk.page.keyboard.press(keys);
const dialog = () => desk.page.getByRole('dialog');
const openSettings = async () => {
  await press('Control+1');
  await desk.page.getByRole('navigation').getByRole('button', { name: 'Settings', exact: true }).click();
};
const inPalette = async (words: string) => {
  await press('Control+k');
  await desk.page.getByRole('dialog', { name: 'Find…' }).getByRole('textbox').fill(words);
  await press('Enter');
};

test.beforeAll(async () => {
  userDataDir = await mkdtemp(join(tmpdir(), 'desk-e2e-'));
  service = await startSandbox({ stateDir: null });
  desk = await openSandboxDesk({ userDataDir });
  await catchShown(desk.app);
  await makeBackup(join(userDataDir, 'data', 'desk.db'), join(userDataDir, 'backups'), Date.now());
});
test.beforeEach(openSettings);
test.afterAll(async () => {
  await desk.close();
  await service.close();
  await rm(userDataDir, { recursive: true, force: true });
});

test('the settings and the data about the app', async () => {
  const pace = desk.page.getByRole('textbox', { name: 'Requests per second' });
  const save = async (value: string) => {
    await pace.fill(value);
    await pace.press('Enter');
  };
  await isRefused(desk, 'settings.update', () => save('0.01'), {
    tells: 'The value is too small: the minimum is 0.1.',
  });
  await refuses(desk, 'settings.update', () => save('11'), { error: unplacedProblemOf('settings.update') });
  await save('20');

  await press('Control+1');
  await refusesUntilTriedAgain(desk, 'system.info', openSettings);
  await refuses(desk, 'system.copyDiagnostics', () => button('Copy diagnostics').click());
  await isDone(desk, 'system.copyDiagnostics', () => button('Copy diagnostics').click());
  const showFolder = () => button('Show the folder').last().click();
  await refuses(desk, 'system.showDataFolder', showFolder);
  await isDone(desk, 'system.showDataFolder', showFolder);
  const showChanges = () => button('What’s new').click();
  await refuses(desk, 'system.showHelp', showChanges);
  const opened = desk.app.waitForEvent('window');
  await isDone(desk, 'system.showHelp', showChanges);
  await (await opened).close();
});

test('the app in the background', async () => {
  await press('Control+1');
  await refusesUntilTriedAgain(desk, 'system.startsAtLogin', openSettings);
  const atLogin = desk.page.getByRole('switch', { name: 'Start at sign-in' });
  // A file stands where the system's folder for such programs should be.
  const config = join(userDataDir, 'no-folder');
  await writeFile(config, '');
  await desk.app.evaluate((_electron, place) => {
    process.env.XDG_CONFIG_HOME = place;
  }, config);
  await isRefused(desk, 'system.setStartsAtLogin', () => atLogin.click(), {
    tells: 'The system did not accept this: its folder for programs that start at sign-in cannot be written.',
  });
  await expect(atLogin).not.toBeChecked();
  await desk.app.evaluate(
    (_electron, place) => {
      process.env.XDG_CONFIG_HOME = place;
    },
    join(userDataDir, 'config'),
  );
  await isDone(desk, 'system.setStartsAtLogin', () => atLogin.click());
  await expect(atLogin).toBeChecked();
});

test('scripts', async () => {
  const section = desk.page.getByRole('region', { name: 'Scripts' });
  const allow = () => section.getByText('Read', { exact: true }).click();
  await refusesUntilTriedAgain(desk, 'scripts.state', allow);
  await expect(section.getByText('Ready', { exact: true })).toBeVisible();
});

test('backups', async () => {
  const { page } = desk;
  await refusesUntilTriedAgain(desk, 'backup.list', openSettings);
  const copies = page.getByRole('list', { name: 'Copies on this computer' });
  const showFolder = () => button('Show the folder').first().click();
  await refuses(desk, 'backup.showCopies', showFolder);
  await isDone(desk, 'backup.showCopies', showFolder);

  const look = () => copies.getByRole('button', { name: /^View the copy from/ }).click();
  const cancel = () => dialog().getByRole('button', { name: 'Cancel' }).click();
  await refuses(desk, 'backup.openCopy', look);
  await cancel();
  await isDone(desk, 'backup.openCopy', look);
  await refuses(desk, 'backup.restore', () =>
    dialog().getByRole('button', { name: 'Replace the current data' }).click(),
  );
  await refuses(desk, 'backup.discard', cancel);
  await look();
  await expect(dialog().getByRole('button', { name: 'Replace the current data' })).toBeVisible();
  await isDone(desk, 'backup.discard', cancel);

  await copies.getByRole('button', { name: /^Delete the copy from/ }).click();
  const remove = () => dialog().getByRole('button', { name: 'Delete the copy' }).click();
  await refuses(desk, 'backup.removeCopy', remove);
  await isDone(desk, 'backup.removeCopy', remove);

  await button('Save a backup…').click();
  await dialog().getByLabel('Passphrase', { exact: true }).fill('four words and more');
  await dialog().getByLabel('Repeat the passphrase', { exact: true }).fill('four words');
  const save = () => dialog().getByRole('button', { name: 'Choose a place and save' }).click();
  await isRefused(desk, 'backup.save', save, { tells: 'The two passphrases differ. Type the same one twice.' });
  await refuses(desk, 'backup.save', save, { error: unplacedProblemOf('backup.save') });
  await dialog().getByLabel('Repeat the passphrase', { exact: true }).fill('four words and more');
  // The dialog of the OS stays open, because nobody answers it.
  await desk.app.evaluate((electron) => {
    electron.dialog.showSaveDialog = () => new Promise(() => undefined);
  });
  await save();
  await refuses(desk, 'backup.cancel', cancel);
  await isDone(desk, 'backup.cancel', cancel);
});

test('updates', async () => {
  const tellState = (state: object) =>
    desk.app.evaluate(({ BrowserWindow }, told) => {
      BrowserWindow.getAllWindows()[0]?.webContents.send('desk:event', 'updates.changed', told);
    }, state);
  const state = { version: '9.9.9', percent: null, checkedAt: null, failed: null, reason: null };
  // This copy runs from its source and takes no updates, so it never offers any on its own.
  await tellState({ ...state, status: 'idle' });
  await refuses(desk, 'updates.check', () => button('Check for updates').click());
  await isDone(desk, 'updates.check', () => button('Check for updates').click());
  await tellState({ ...state, status: 'available' });
  await refuses(desk, 'updates.download', () => button('Download').click());
  await isDone(desk, 'updates.download', () => button('Download').click());
});

test('the parts around the screens', async () => {
  const { page } = desk;
  const balance = () =>
    page
      .getByRole('contentinfo')
      .getByRole('button', { name: /^Balance/ })
      .click();
  await refuses(desk, 'account.refreshBalance', balance);
  await isDone(desk, 'account.refreshBalance', balance);
  await refuses(desk, 'connection.check', () => inPalette('Check the connection'));
  await isDone(desk, 'connection.check', () => inPalette('Check the connection'));
  for (const request of [
    'settings.get',
    'account.state',
    'connection.state',
    'connection.clock',
    'runs.list',
    'alerts.counts',
    'sales.state',
    'updates.state',
  ] as const) {
    await refusesUntilTriedAgain(desk, request, () => page.reload());
  }
});

test('accounts and their pages', async () => {
  const { page } = desk;
  await signInTo(page, service, 'Shop');
  await openSettings();
  const row = () => page.getByRole('listitem').filter({ has: page.getByRole('textbox', { name: /account Shop$/ }) });
  const name = () => page.getByRole('textbox', { name: /account Shop$/ });
  const rename = async (value: string) => {
    await name().fill(value);
    await name().press('Enter');
  };
  await isRefused(desk, 'account.rename', () => rename('n'.repeat(10_000)), { tells: /^This text is too long/ });
  await refuses(desk, 'account.rename', () => rename('Other'), { error: unplacedProblemOf('account.rename') });
  await rename('Shop');

  await row().getByRole('button', { name: 'Sign out…' }).click();
  const signOut = () => dialog().getByRole('button', { name: 'Sign out and forget the token' }).click();
  await refuses(desk, 'account.signOut', signOut);
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  const switchTo = async (other: string) => {
    await button('Account: Shop').click();
    await page.getByRole('menuitem', { name: other }).click();
  };
  await refuses(desk, 'account.switch', () => switchTo('Sandbox'));
  await refusesUntilTriedAgain(desk, 'account.heldCopies', () =>
    row().getByRole('button', { name: 'Remove…' }).click(),
  );
  await refuses(desk, 'account.remove', () =>
    dialog().getByRole('button', { name: 'Delete the account and its data' }).click(),
  );
  await dialog().getByRole('button', { name: 'Cancel' }).click();

  await refuses(desk, 'account.openWelcome', () => button('Add an account').click());
  await button('Add an account').click();
  await page.waitForURL('app://welcome/**');
  const back = () => button(/^Back$/).click();
  await refuses(desk, 'account.openDesk', back);
  await refuses(desk, 'account.signInSandbox', () => button('Try the sandbox').click());
  await refuses(desk, 'backup.choose', () => button('Restore from a backup…').click());
  const welcome = new WelcomePage(page);
  const signIn = () => welcome.try('https://nobody.invalid', 'token');
  await isRefused(desk, 'account.signIn', signIn, { tells: /^No such address was found on the internet/ });
  await refuses(desk, 'account.signIn', signIn, { error: unplacedProblemOf('account.signIn') });
  await isDone(desk, 'account.openDesk', back);
  await page.waitForURL('app://desk/**');
});
