import { expect, type Locator, test } from '@playwright/test';
import { isDone, refuses, refusesUntilTriedAgain } from '../../support/request-recorder.ts';
import { goTo } from '../pages/open-desk.ts';
import { toldDesk } from './told-desk.ts';

const desk = toldDesk();
const { call, button } = desk;

const row = (text: string): Locator =>
  desk.page.getByRole('grid', { name: 'Trash' }).getByRole('row').filter({ hasText: text });

test('the trash', async () => {
  const { page } = desk;
  for (const [index, name] of ['Anna', 'Boris', 'Vera'].entries()) {
    const typed = { messengerId: 1000 + index, clientKey: `key-${index}`, name, note: '', tags: [] };
    const { id } = await call('clients.add', typed);
    await call('clients.remove', { clientIds: [id] });
  }
  await goTo(page, 'Activity');
  const show = () => page.getByRole('radiogroup', { name: 'What to show' }).getByText('Trash').click();
  await refusesUntilTriedAgain(desk, 'trash.list', show);
  await expect(row('Anna')).toBeVisible();
  const selectAll = () => page.getByRole('checkbox', { name: 'Select all' }).click();
  await refuses(desk, 'trash.ids', selectAll);
  await isDone(desk, 'trash.ids', selectAll);
  await page.getByRole('button', { name: 'Clear the selection' }).click();

  const inMenu = async (name: string): Promise<void> => {
    await row('Anna').click({ button: 'right' });
    await page.getByRole('menuitem', { name }).click();
  };
  await refuses(desk, 'trash.restore', () => inMenu('Restore'));
  await isDone(desk, 'trash.restore', () => inMenu('Restore'));
  await row('Boris').getByRole('checkbox', { name: 'Select' }).check();
  const deleteIt = async (): Promise<void> => {
    await button('Delete for good').first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click();
  };
  await refuses(desk, 'trash.delete', deleteIt);
  await isDone(desk, 'trash.delete', deleteIt);
});

test('actions that can be undone', async () => {
  const { page } = desk;
  const typed = { messengerId: 2000, clientKey: 'key', name: 'Clara', note: '', tags: [] };
  const { id } = await call('clients.add', typed);
  await call('clients.archive', { clientIds: [id] });
  await goTo(page, 'Activity');
  const show = () => page.getByRole('radiogroup', { name: 'What to show' }).getByText('Undo').click();
  await refusesUntilTriedAgain(desk, 'undo.list', show);
  const done = page.getByRole('grid', { name: 'Undo' }).getByRole('row').filter({ hasText: 'archived: Clara' });
  const undo = () => done.getByRole('button', { name: 'Undo' }).click();
  await refuses(desk, 'undo.takeBack', undo);
  await isDone(desk, 'undo.takeBack', undo);
  await expect(done).toContainText('Undone');
});
