import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, test } from '@playwright/test';
import { type Sandbox, startSandbox } from '#sandbox/index.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { answerOpenDialog, answerSaveDialog, type RunningDesk } from '../support/electron-app.ts';
import { isDone, isRefused, refuses, refusesUntilTriedAgain } from '../support/request-recorder.ts';
import { type Postgres, startPostgres } from '../support/shared-desk/postgres.ts';
import { ClientsPage, openTab } from './pages/clients-page.ts';
import { inEveryLook } from './pages/looks.ts';
import { callFrom, goTo, openServiceDesk } from './pages/open-desk.ts';

const PASSPHRASE = 'seven wet lamps under a bridge';
const IN_TIME = { timeout: 50_000 };

let postgres: Postgres;
let service: Sandbox;
let folder: string;
let anna: RunningDesk;
let boris: RunningDesk;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shared-desk-'));
  [postgres, service] = await Promise.all([startPostgres(), startSandbox({ stateDir: null, withPast: false })]);
  anna = await openServiceDesk(service, 'Shop');
  boris = await openServiceDesk(service, 'Shop');
});
test.afterAll(async () => {
  await Promise.all([anna.close(), boris.close()]);
  await Promise.all([postgres.close(), service.close()]);
  await rm(folder, { recursive: true, force: true });
});

const dialogOf = ({ page }: RunningDesk) => page.getByRole('dialog');
const sectionOf = ({ page }: RunningDesk) => page.getByRole('region', { name: 'Shared desk' });
const press = (place: Locator, name: string | RegExp) => place.getByRole('button', { name, exact: true }).click();
const barItem = ({ page }: RunningDesk, text: string | RegExp) =>
  page.getByRole('contentinfo').getByRole('button', { name: text });
const openSettings = ({ page }: RunningDesk) =>
  page.getByRole('navigation').getByRole('button', { name: 'Settings', exact: true }).click();
const noteOf = async ({ page }: RunningDesk) => {
  const clients = new ClientsPage(page);
  await clients.open();
  await clients.row('Lena').click();
  await openTab(page, 'Details');
  return clients.detail.getByRole('textbox', { name: 'Note' });
};
const writeNote = async (desk: RunningDesk, text: string) => {
  const note = await noteOf(desk);
  await note.fill(text);
  // Leaving the field saves it.
  await isDone(desk, 'clients.update', () => note.press('Tab'));
};

test('two computers make a shared desk, join it, work on it, and part', async () => {
  test.setTimeout(420_000);
  const file = join(folder, 'invitation.txt');

  await test.step('it is made', async () => {
    const clients = new ClientsPage(anna.page);
    await clients.open();
    await clients.add({ messengerId: '5012345678', clientKey: 'lena', name: 'Lena' });
    await openSettings(anna);
    await press(sectionOf(anna), 'Create a shared desk…');
    const dialog = dialogOf(anna);
    const connection = dialog.getByRole('textbox', { name: 'Connection string of the PostgreSQL database' });
    await expect(connection).toBeFocused();
    const computer = dialog.getByRole('textbox', { name: 'Name of this computer' });
    const name = dialog.getByRole('textbox', { name: 'Name of the desk' });
    await name.fill('');
    await press(dialog, 'Create');
    for (const field of [connection, name, computer]) await expect(field).toHaveAttribute('aria-invalid', 'true');
    await name.fill('Shop');
    await anna.page.keyboard.press('Escape');
    await expect(name).toHaveValue('Shop');
    const check = () => press(dialog, 'Check the database');
    await connection.fill('db.example.com');
    await isRefused(anna, 'sharedDesk.checkStore', check, { tells: /^This is not a connection string\./ });
    await connection.fill(postgres.connection({ password: 'wrong' }));
    await isRefused(anna, 'sharedDesk.checkStore', check, {
      tells: 'The database server does not accept this user and password. Copy the connection string again.',
    });
    await connection.fill('postgresql://shop:pa#ss@db.example.com/shop');
    await isRefused(anna, 'sharedDesk.checkStore', check, {
      tells: 'The password contains “#”, which is written as %23 in a connection string.',
    });
    await connection.fill(postgres.connection());
    await isDone(anna, 'sharedDesk.checkStore', check);
    await expect(dialog.getByText(/^The database is suitable: postgres on /)).toBeVisible();
    await expect(dialog.getByText(/^The database is on this same computer\./)).toBeVisible();
    await expectAccessible(anna.page, 'a database that fits');
    const make = () => press(dialog, 'Create anyway');
    await isRefused(anna, 'sharedDesk.make', make, { tells: /^Give this computer a name/ });
    await expect(computer).toBeFocused();
    await computer.fill('Anna, office');
    await isDone(anna, 'sharedDesk.make', make);
    await expect(dialog.getByRole('button', { name: 'Invite a computer…' })).toBeFocused();
    await expectAccessible(anna.page, 'a shared desk that was made');
  });

  await test.step('another computer is invited', async () => {
    const dialog = dialogOf(anna);
    await press(dialog, 'Invite a computer…');
    const passphrase = dialog.getByRole('textbox', { name: 'Passphrase', exact: true });
    await expect(passphrase).toBeFocused();
    await passphrase.fill('short');
    const copy = () => press(dialog, 'Copy the invitation');
    const save = () => press(dialog, 'Save to a file…');
    await isRefused(anna, 'sharedDesk.copyInvitation', copy, { tells: /^The passphrase is too short/ });
    await passphrase.fill(PASSPHRASE);
    await isRefused(anna, 'sharedDesk.saveInvitation', save, { tells: /^The two passphrases differ\./ });
    await dialog.getByRole('textbox', { name: 'Repeat the passphrase' }).fill(PASSPHRASE);
    await isDone(anna, 'sharedDesk.copyInvitation', copy);
    await expect(dialog.getByText(/^The invitation is copied/)).toBeVisible();
    expect(await anna.app.evaluate(({ clipboard }) => clipboard.readText())).toContain('RDESK{');
    await answerSaveDialog(anna.app, file);
    await isDone(anna, 'sharedDesk.saveInvitation', save);
    await expect(dialog.getByText(/^Saved: invitation\.txt\./)).toBeVisible();
    await expectAccessible(anna.page, 'an invitation');
    await press(dialog, 'Close');
  });

  await test.step('it is joined', async () => {
    await openSettings(boris);
    await press(sectionOf(boris), 'Join with an invitation…');
    const dialog = dialogOf(boris);
    const choose = () => press(dialog, 'Load from a file…');
    await answerOpenDialog(boris.app, join(folder, 'gone.txt'));
    await isRefused(boris, 'sharedDesk.chooseInvitation', choose, { tells: /file/i });
    await answerOpenDialog(boris.app, file);
    await isDone(boris, 'sharedDesk.chooseInvitation', choose);
    await expect(dialog.getByRole('textbox', { name: 'Invitation' })).toHaveValue(/RDESK\{/);
    const passphrase = dialog.getByRole('textbox', { name: 'Passphrase' });
    const open = () => press(dialog, 'View the invitation');
    await passphrase.fill('seven dry lamps');
    await isRefused(boris, 'sharedDesk.openInvitation', open, {
      tells: /^This passphrase does not open the invitation\./,
    });
    await expect(passphrase).toBeFocused();
    await passphrase.fill(PASSPHRASE);
    await isDone(boris, 'sharedDesk.openInvitation', open);
    await expect(dialog.getByRole('row', { name: 'Clients only on the shared desk 1' })).toBeVisible();
    await expectAccessible(boris.page, 'what joining does');
    const joinIt = () => press(dialog, 'Join');
    await isRefused(boris, 'sharedDesk.join', joinIt, { tells: /^Give this computer a name/ });
    const own = dialog.getByRole('textbox', { name: 'Name of this computer' });
    await own.fill('anna, Office');
    await isRefused(boris, 'sharedDesk.join', joinIt, { tells: /^There is already a computer named “anna, Office”\./ });
    await own.fill('Boris');
    await isDone(boris, 'sharedDesk.join', joinIt);
    await expect(dialog).toBeHidden();
    await expect(barItem(boris, 'With Anna, office · up to date')).toBeVisible(IN_TIME);
    await expect(barItem(anna, /^With Boris.* · up to date$/)).toBeVisible(IN_TIME);
    await new ClientsPage(boris.page).open();
    await expect(new ClientsPage(boris.page).row('Lena')).toBeVisible();
  });

  await test.step('its computers are shown in every look, and one is renamed', async () => {
    await openSettings(anna);
    await inEveryLook({ page: anna.page, call: callFrom(() => anna.page) }, (_, look) =>
      expectAccessible(anna.page, look),
    );
    await callFrom(() => anna.page)('settings.update', { language: 'en', theme: 'light' });
    await openSettings(boris);
    await expect(sectionOf(boris).getByText(/^The computer “Anna, office” refreshes the clients/)).toBeVisible(IN_TIME);
    const own = sectionOf(boris).getByRole('textbox', { name: 'Name of this computer' });
    await own.fill(' ');
    await isRefused(boris, 'sharedDesk.rename', () => own.press('Enter'), { tells: /^Give this computer a name/ });
    await own.fill('Anna, office');
    await isRefused(boris, 'sharedDesk.rename', () => own.press('Enter'), {
      tells: /^There is already a computer named/,
    });
    await own.fill('Boris, laptop');
    await isDone(boris, 'sharedDesk.rename', () => own.press('Enter'));
    await expect(sectionOf(anna).getByText('Boris, laptop', { exact: true })).toBeVisible(IN_TIME);
  });

  await test.step('a list of one is on its way to the other, and is used there when it is whole', async () => {
    // The database accepts one change with lines of a list, and no other.
    await postgres.ask(`CREATE FUNCTION reseller_desk.one_large() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF octet_length(NEW.sealed) > 10000 AND EXISTS
        (SELECT FROM reseller_desk.changes WHERE octet_length(sealed) > 10000) THEN RAISE check_violation; END IF;
      RETURN NEW; END $$`);
    await postgres.ask(`CREATE TRIGGER one_large BEFORE INSERT ON reseller_desk.changes
      FOR EACH ROW EXECUTE FUNCTION reseller_desk.one_large()`);
    const list = join(folder, 'bought.txt');
    const lines = Array.from({ length: 12_000 }, (_, at) => `gw.example.com:8080:login-${at}:password-${at}`);
    await writeFile(list, lines.join('\n'));
    await answerOpenDialog(anna.app, list);
    await callFrom(() => anna.page)('lists.load', { answer: null });
    await goTo(boris.page, 'Lists & exports');
    const row = boris.page.getByRole('row', { name: /bought/ });
    await expect(row.getByText('On its way', { exact: true })).toBeVisible(IN_TIME);
    await row.click();
    const card = boris.page.getByRole('region', { name: 'bought' });
    await expect(card.getByRole('progressbar', { name: 'On its way from another computer' })).toBeVisible();
    await expect(card.getByText('It can be shown, saved and checked when all its lines are here.')).toBeVisible();
    await expect(card.getByRole('button', { name: /^Save file/ })).toBeDisabled();
    await expect(card.getByRole('button', { name: 'Check…' })).toHaveCount(0);
    await expect(card.getByText(/^Changed by Anna, office · /)).toBeVisible();
    const borisCalls = callFrom(() => boris.page);
    await inEveryLook({ page: boris.page, call: borisCalls }, (_, look) => expectAccessible(boris.page, look));
    await borisCalls('settings.update', { language: 'en', theme: 'light' });

    await postgres.ask('DROP FUNCTION reseller_desk.one_large CASCADE');
    await callFrom(() => anna.page)('sharedDesk.retry', {});
    await expect(row.getByText('Complete', { exact: true })).toBeVisible(IN_TIME);
    await expect(card.getByText('gw.example.com:8080:login-0:')).toBeVisible();
    const saved = join(folder, 'saved.txt');
    await answerSaveDialog(boris.app, saved);
    await isDone(boris, 'lists.save', () => card.getByRole('button', { name: /^Save file/ }).click());
    expect(await readFile(saved, 'utf8')).toBe(`${lines.join('\n')}\n`);
  });

  await test.step('without the database work goes on, and two notes of one client are both kept', async () => {
    await postgres.kill();
    await expect(barItem(anna, /^Shared desk: not connected/)).toBeVisible(IN_TIME);
    await writeNote(anna, 'asks for Germany');
    await writeNote(boris, 'asks for France');
    await expect(barItem(anna, /^Shared desk: not connected · \d+ changes? waits?$/)).toBeVisible();
    await barItem(anna, /^Shared desk/).click();
    await expect(sectionOf(anna).getByText(/You can keep working/)).toBeVisible();
    await expectAccessible(anna.page, 'a shared desk without its database');
    const retry = () => press(sectionOf(anna), 'Try again');
    await refuses(anna, 'sharedDesk.retry', retry);
    await isDone(anna, 'sharedDesk.retry', retry);
    await expect(sectionOf(anna).getByText(/Just tried, without success\.$/)).toBeVisible();
    await postgres.start();
    await isDone(anna, 'sharedDesk.retry', retry);
    // Boris may have reconnected on his own before; then his note arrived with the connection.
    await expect(barItem(anna, /^With Boris.* · (up to date|1 text replaced)$/)).toBeVisible(IN_TIME);
    await openSettings(boris);
    await expect(async () => {
      const again = sectionOf(boris).getByRole('button', { name: 'Try again' });
      if (await again.isVisible()) await again.click();
      await expect(barItem(boris, 'With Anna, office · up to date')).toBeVisible();
    }).toPass(IN_TIME);

    const note = await noteOf(anna);
    await expect(note).toHaveValue('asks for France', IN_TIME);
    const lost = anna.page.getByRole('blockquote').filter({ hasText: 'asks for Germany' });
    await expect(lost).toBeVisible();
    await expectAccessible(anna.page, 'a text that lost');
    await expect(anna.page.getByText(/^Note: your text \(.+\) was replaced by a later one\./)).toBeVisible();
    await barItem(anna, /^With Boris.* · 1 text replaced$/).click();
    const lostTexts = sectionOf(anna).getByRole('list', { name: '1 text was replaced by a later one' });
    await expect(lostTexts).toContainText('asks for Germany');
    await expectAccessible(anna.page, 'texts that lost');
    await isDone(anna, 'sharedDesk.settleConflict', () => press(lostTexts, 'Discard'));
    await expect(lostTexts).toHaveCount(0);
    await new ClientsPage(anna.page).undo();
    await lostTexts.getByRole('button', { name: 'Lena' }).click();
    await refuses(anna, 'sharedDesk.settleConflict', () => press(anna.page.getByRole('main'), 'Discard'));
    await isDone(anna, 'sharedDesk.settleConflict', () => press(anna.page.getByRole('main'), 'Use this text'));
    await expect(lost).toHaveCount(0);
    await expect(note).toHaveValue('asks for Germany');
    await new ClientsPage(anna.page).undo();
    await expect(lost).toBeVisible();
    await expect(note).toHaveValue('asks for France');
    await press(anna.page.getByRole('main'), 'Use this text');
    await expect(note).toHaveValue('asks for Germany');
    await expect(await noteOf(boris)).toHaveValue('asks for Germany', IN_TIME);
    await expect(boris.page.getByText(/^Note by Anna, office · /)).toBeVisible();
    await expect(boris.page.getByText(/^Changed by Anna, office · /)).toBeVisible();
    await expect(anna.page.getByText(/^Note by this computer · /)).toBeVisible();
    await expectAccessible(boris.page, 'a client that a colleague has changed');
    await openTab(boris.page, 'History');
    await expect(boris.page.getByRole('listitem').filter({ hasText: 'Client added' })).toContainText('Anna, office');
    await expectAccessible(boris.page, 'the history of a client that a colleague has added');
    await anna.page.keyboard.press('Escape');
    await refusesUntilTriedAgain(anna, 'sharedDesk.conflicts', () => noteOf(anna));
    await anna.page.keyboard.press('Escape');
    await refusesUntilTriedAgain(anna, 'sharedDesk.changes', () => noteOf(anna));
    await refusesUntilTriedAgain(anna, 'sharedDesk.state', () => anna.page.reload());
  });

  await test.step('a client that one removes while the other writes of it comes back with what was written', async () => {
    const note = await noteOf(boris);
    await note.fill('asks for Spain');
    const clients = new ClientsPage(anna.page);
    await clients.open();
    await clients.row('Lena').click();
    await clients.detail.getByRole('button', { name: 'More actions' }).click();
    await isDone(anna, 'clients.remove', () => anna.page.getByRole('menuitem', { name: 'Remove' }).click());
    const told = boris.page.getByRole('alert');
    await expect(told.getByText(/^This client was removed while you had the card open/)).toBeVisible(IN_TIME);
    await expect(boris.page.getByText(/^Removed by Anna, office · /)).toBeVisible();
    await expect(note).toHaveValue('asks for Spain');
    await expectAccessible(boris.page, 'a client that a colleague has removed');
    const tags = boris.page.getByRole('combobox', { name: 'Tags' });
    for (const tag of ['trial', 'berlin']) {
      await tags.fill(tag);
      await tags.press('Enter');
    }
    const chipsOf = ({ page }: RunningDesk) => new ClientsPage(page).detail.getByText(/^(trial|berlin)$/);
    const chips = chipsOf(boris);
    await expect(chips).toHaveCount(2);
    const bringBack = () => press(told, 'Bring back');
    await refuses(boris, 'clients.add', bringBack);
    await isDone(boris, 'clients.add', bringBack);
    await expect(told).toHaveCount(0);
    await expect(note).toHaveValue('asks for Spain');
    await expect(boris.page.getByText(/no longer here/)).toHaveCount(0);
    await expect(await noteOf(anna)).toHaveValue('asks for Spain', IN_TIME);
    await expect(chips).toHaveCount(2);
    await expect(chipsOf(anna)).toHaveCount(2);
  });

  await test.step('what is written of a removed client is kept when its removal is undone elsewhere', async () => {
    const note = await noteOf(boris);
    const clients = new ClientsPage(anna.page);
    await clients.detail.getByRole('button', { name: 'More actions' }).click();
    await anna.page.getByRole('menuitem', { name: 'Remove' }).click();
    const told = boris.page.getByRole('alert').getByText(/^This client was removed while/);
    await expect(told).toBeVisible(IN_TIME);
    await note.fill('asks for Italy');
    await note.press('Tab');
    await clients.undo();
    await expect(told).toHaveCount(0, IN_TIME);
    await expect(note).toHaveValue('asks for Italy');
    await expect(await noteOf(anna)).toHaveValue('asks for Italy', IN_TIME);
  });

  await test.step('a computer is removed, and leaves', async () => {
    await openSettings(anna);
    await press(sectionOf(anna), 'Change the connection string…');
    const dialog = dialogOf(anna);
    const connection = dialog.getByRole('textbox', { name: 'Connection string of the PostgreSQL database' });
    const connect = () => press(dialog, 'Connect');
    await isRefused(anna, 'sharedDesk.reconnect', connect, { tells: /^Paste the connection string/ });
    await connection.fill(postgres.connection({ database: 'template1' }));
    await isRefused(anna, 'sharedDesk.reconnect', connect, { tells: /^The shared desk is not in this database/ });
    await expect(dialog.getByRole('button', { name: 'Create it again here' })).toBeVisible();
    await connection.fill(postgres.connection());
    await isDone(anna, 'sharedDesk.reconnect', connect);
    await expect(barItem(anna, /^With Boris.* · up to date$/)).toBeVisible(IN_TIME);

    await press(sectionOf(anna), 'Rights of the computer Boris, laptop…');
    await dialog.getByText('Up to a sum a day').click();
    const sum = dialog.getByRole('textbox', { name: 'At most, ₽ a day' });
    const save = () => press(dialog, 'Save');
    await sum.fill('0');
    await isRefused(anna, 'sharedDesk.setRights', save, { tells: 'Enter a sum above 0, at most 100,000,000 ₽.' });
    await sum.fill('500');
    await dialog.getByRole('switch', { name: 'Without selling prices, debts and profit' }).click({ force: true });
    await expectAccessible(anna.page, 'the rights of a computer');
    await refuses(anna, 'sharedDesk.setRights', save);
    await isDone(anna, 'sharedDesk.setRights', save);
    const limits =
      'Limited: purchases up to ₽500.00 a day and no selling prices, debts and profit. Set on “Anna, office”.';
    await expect(sectionOf(anna).getByText(limits)).toBeVisible(IN_TIME);
    await openSettings(boris);
    await expect(sectionOf(boris).getByText(limits)).toBeVisible(IN_TIME);
    await expect(sectionOf(boris).getByRole('button', { name: /^Rights of/ })).toHaveCount(0);

    await press(sectionOf(anna), 'Remove the computer Boris, laptop…');
    const remove = () => press(dialog, 'Remove');
    await refuses(anna, 'sharedDesk.removeComputer', remove);
    await isDone(anna, 'sharedDesk.removeComputer', remove);
    await expect(barItem(anna, 'Nobody else here · up to date')).toBeVisible(IN_TIME);
    await expect(barItem(boris, 'Shared desk stopped')).toBeVisible(IN_TIME);
    await barItem(boris, 'Shared desk stopped').click();
    await expect(sectionOf(boris).getByText(/^This computer has no key/)).toBeVisible();
    await expect(sectionOf(boris).getByText(/leave the shared desk here and join with a new invitation/)).toBeVisible();
    await expect(sectionOf(boris).getByRole('button', { name: /^(Remove|Change the connection|Invite)/ })).toHaveCount(
      0,
    );
    await expectAccessible(boris.page, 'a computer that was removed');

    await press(sectionOf(boris), 'Leave…');
    const leave = () => press(dialogOf(boris), 'Leave');
    await refuses(boris, 'sharedDesk.leave', leave);
    await isDone(boris, 'sharedDesk.leave', leave);
    await expect(sectionOf(boris).getByRole('button', { name: 'Create a shared desk…' })).toBeVisible();

    await press(sectionOf(boris), 'Join with an invitation…');
    await dialogOf(boris)
      .getByRole('textbox', { name: 'Invitation' })
      .fill(await readFile(file, 'utf8'));
    await dialogOf(boris).getByRole('textbox', { name: 'Passphrase' }).fill(PASSPHRASE);
    const open = () => press(dialogOf(boris), 'View the invitation');
    await isRefused(boris, 'sharedDesk.openInvitation', open, {
      tells: /^The invitation is older than the current key/,
    });
    await press(dialogOf(boris), 'Cancel');
    await press(sectionOf(boris), 'Create a shared desk…');
    const makeOne = dialogOf(boris);
    await makeOne
      .getByRole('textbox', { name: 'Connection string of the PostgreSQL database' })
      .fill(postgres.connection());
    await makeOne.getByRole('textbox', { name: 'Name of this computer' }).fill('Boris');
    await isDone(boris, 'sharedDesk.checkStore', () => press(makeOne, 'Create'));
    await expect(makeOne.getByText(/^This database already contains a shared desk\./)).toBeVisible();
    await expect(makeOne.getByRole('button', { name: 'Create anyway' })).toBeVisible();
    await press(makeOne, 'Cancel');

    await press(sectionOf(anna), 'Leave…');
    await expect(dialogOf(anna).getByText(/^There is no other computer on this shared desk/)).toBeVisible();
    await press(dialogOf(anna), 'Cancel');
    await new ClientsPage(boris.page).open();
    await expect(new ClientsPage(boris.page).row('Lena')).toBeVisible();
  });
});
