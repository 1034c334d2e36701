import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { answerOpenDialog, answerSaveDialog, catchShown } from '../../support/electron-app.ts';
import {
  isDone,
  isRefused,
  refuses,
  refusesUntilTriedAgain,
  unplacedProblemOf,
} from '../../support/request-recorder.ts';
import { openTab } from '../pages/clients-page.ts';
import { selectJob } from '../pages/jobs.ts';
import { toldDesk } from './told-desk.ts';

const desk = toldDesk();
const { button, press } = desk;
const inMenu = async (name: string) => {
  await desk.clients.bulk('More actions').click();
  await desk.page.getByRole('menuitem', { name, exact: true }).click();
};

test.beforeEach(() => desk.clients.open());

test('the pair of a client is corrected, and problems outside of its form are shown in a message', async () => {
  await desk.clients.row('Clara Voss').click();
  const form = desk.page.getByRole('form', { name: 'Correct the ID or key' });
  const save = () => form.getByRole('button', { name: 'Save' }).click();
  await openTab(desk.page, 'Details');
  await desk.clients.detail.getByRole('button', { name: 'Correct the ID or key' }).click();
  await form.getByRole('textbox', { name: 'Client key' }).fill('clara-corrected');
  const unknownField = { code: 'contract', problems: [{ field: '', code: 'unknown-field' }] };
  await refuses(desk, 'clients.update', save, {
    error: { kind: 'invalid-input', message: '', details: unknownField },
    tells: 'The form sent a field the app does not know. Restart the app.',
  });
  await expect(form).toBeVisible();
  await isDone(desk, 'clients.update', save);
  await expect(form).toBeHidden();
  await expect(desk.clients.detail).toContainText('clara-corrected');

  await catchShown(desk.app);
  const openChat = async () => {
    await desk.clients.detail.getByRole('button', { name: 'More actions' }).click();
    await desk.page.getByRole('menuitem', { name: 'Open the chat in Telegram' }).click();
  };
  await refuses(desk, 'clients.openChat', openChat);
  await isDone(desk, 'clients.openChat', openChat);
});

test('a problem is shown at its field, and another one of the same answer in a message', async () => {
  await desk.clients.button('Add client').click();
  await desk.clients.fill({ messengerId: '77', clientKey: 'both' });
  await refuses(desk, 'clients.add', () => desk.clients.submit(), {
    error: {
      kind: 'invalid-input',
      message: '',
      details: {
        problems: [
          { field: 'note', code: 'text-not-usable' },
          { field: 'shelf', code: 'required' },
        ],
      },
    },
    tells: 'This field is required. This form has no field for it (“shelf”).',
  });
  await expect(desk.clients.form.getByRole('textbox', { name: 'Note' })).toHaveAccessibleDescription(
    /broken characters/,
  );
});

test('the requests of the client list', async () => {
  await press('Control+4');
  await refusesUntilTriedAgain(desk, 'clients.list', () => desk.clients.open());
  await press('Control+4');
  await refusesUntilTriedAgain(desk, 'clients.tags', () => desk.clients.open());
  await refusesUntilTriedAgain(desk, 'clients.get', () => desk.clients.row('Anna').first().click());
  await desk.clients.detail.getByRole('button', { name: 'Close the client' }).click();
  await refusesUntilTriedAgain(desk, 'purchases.timeline', async () => {
    await desk.clients.row('Anna').first().click();
    await openTab(desk.page, 'History');
  });
  await refuses(desk, 'clients.ids', () => desk.page.getByRole('checkbox', { name: 'Select all' }).click());
  await desk.clients.search.fill('');
});

test('actions on many clients', async () => {
  const { page } = desk;
  await answerSaveDialog(desk.app, join(desk.folder, 'gone', 'all.csv'));
  const save = () => desk.clients.button('Export CSV').click();
  await isRefused(desk, 'clients.exportCsv', save, { tells: 'That folder no longer exists.' });

  await desk.clients.select('Boris');
  await refuses(desk, 'clients.archive', () => inMenu('Archive'));
  await isDone(desk, 'clients.archive', () => inMenu('Archive'));
  await isDone(desk, 'undo.takeBack', () => desk.clients.undo());
  await desk.clients.select('Boris');
  await inMenu('Archive');
  await page.getByRole('radiogroup', { name: 'Which clients' }).getByText('Archive').click();
  await desk.clients.select('Boris');
  await refuses(desk, 'clients.restore', () => inMenu('Restore'));
  await isDone(desk, 'clients.restore', () => inMenu('Restore'));
  await page.getByRole('radiogroup', { name: 'Which clients' }).getByText('Active').click();

  await desk.clients.select('Boris');
  await desk.clients.bulk('Tags…').click();
  await page.getByRole('combobox', { name: 'Add tags' }).fill('wholesale');
  await press('Enter');
  const change = () => button('Change 1 client').click();
  await refuses(desk, 'clients.tag', change);
  await refuses(desk, 'clients.tag', change, { error: unplacedProblemOf('clients.tag') });
  await change();
  await refuses(desk, 'undo.takeBack', () => desk.clients.undo());

  const remove = () => desk.clients.bulk('Remove').click();
  await refuses(desk, 'clients.remove', remove);
  await desk.clients.select('Anna', 'Boris');
  await refuses(desk, 'clients.holdings', remove);
  await isDone(desk, 'clients.holdings', remove);
  await desk.clients.answer('Cancel');
  await desk.clients.row('Anna').getByRole('checkbox', { name: 'Select' }).uncheck();
  await remove();
  await refuses(desk, 'undo.takeBack', () => desk.clients.undo());
});

test('an import, step by step', async () => {
  const { page } = desk;
  const file = join(desk.folder, 'clients.csv');
  await writeFile(file, 'id;key;name\n501;k-1;New One\n1,2E+15;k-2;Bad One\n');
  const open = () => desk.clients.button('Import…').click();
  await answerOpenDialog(desk.app, join(desk.folder, 'gone.csv'));
  await isRefused(desk, 'clients.importOpen', open, { tells: /gone\.csv/ });
  await answerOpenDialog(desk.app, file);
  await open();
  await desk.clients.button('Back to the clients').click();
  await desk.clients.button('Other ways to import').click();
  await page.getByRole('menuitem', { name: 'Paste a table' }).click();
  await page.getByRole('textbox', { name: 'Copied rows' }).fill('id\tkey\n501\tk-1\n');
  const read = () => desk.clients.button('Show the table').click();
  await refuses(desk, 'clients.importGiven', read);
  await desk.clients.open();
  await desk.clients.button('Other ways to import').click();
  await page.getByRole('menuitem', { name: 'Paste a table' }).click();
  await page.getByRole('textbox', { name: 'Copied rows' }).fill('id\tkey\n501\tk-1\n');
  await isDone(desk, 'clients.importGiven', read);
  await desk.clients.button('Back to the clients').click();
  await open();
  const header = page.getByRole('checkbox', { name: 'The first line is a header' });
  await refuses(desk, 'clients.importPreview', () => header.click());
  await isDone(desk, 'clients.importPreview', () => page.getByRole('button', { name: 'Detect again' }).click());
  await refusesUntilTriedAgain(desk, 'clients.importProblems', () => page.getByText('Bad lines (1)').click());
  const confirm = () => desk.clients.button('Import 1 client').click();
  await refuses(desk, 'clients.importConfirm', confirm);
  await refuses(desk, 'clients.importConfirm', confirm, { error: unplacedProblemOf('clients.importConfirm') });
  const back = () => desk.clients.button('Back to the clients').click();
  await refuses(desk, 'clients.importCancel', back);
  await open();
  await isDone(desk, 'clients.importCancel', back);
  await open();
  await confirm();
  await expect(page.getByText('Added: 1.')).toBeVisible();

  const title = 'Importing clients from “clients.csv”';
  const detail = page.getByRole('complementary', { name: 'Selected job' });
  const select = () => selectJob(page, title, detail.filter({ hasText: title }));
  await refusesUntilTriedAgain(desk, 'clients.importReport', select);
  await detail.getByRole('button', { name: 'Close the job' }).click();
  await refusesUntilTriedAgain(desk, 'clients.importReportLines', select);
  const save = () => detail.getByRole('button', { name: 'Save these lines…' }).click();
  await answerSaveDialog(desk.app, join(desk.folder, 'gone', 'bad.csv'));
  await isRefused(desk, 'clients.importReportSave', save, { tells: 'That folder no longer exists.' });
  await answerSaveDialog(desk.app, join(desk.folder, 'bad.csv'));
  await isDone(desk, 'clients.importReportSave', save);
  await expect(page.getByText('The lines with problems were saved to bad.csv')).toBeVisible();
});

test('saved filters', async () => {
  const { page } = desk;
  const open = () => button('Saved filters').click();
  const panel = page.getByRole('dialog', { name: 'Saved filters' });
  await refusesUntilTriedAgain(desk, 'savedFilters.list', open);
  const name = panel.getByRole('textbox', { name: 'Name' });
  await name.fill('Everyone');
  const save = () => panel.getByRole('button', { name: 'Save', exact: true }).click();
  await refuses(desk, 'savedFilters.save', save);
  await refuses(desk, 'savedFilters.save', save, { error: unplacedProblemOf('savedFilters.save') });
  await isDone(desk, 'savedFilters.save', save);
  const remove = () => panel.getByRole('button', { name: 'Remove the filter Everyone' }).click();
  await refuses(desk, 'savedFilters.remove', remove);
  await isDone(desk, 'savedFilters.remove', remove);
  await expect(panel.getByRole('listitem')).toHaveCount(0);
});
