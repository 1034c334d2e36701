import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { answerSaveDialog } from '../support/electron-app.ts';
import { makeList } from './pages/made-list.ts';
import { callFrom, openSandboxDesk } from './pages/open-desk.ts';

test('a list is saved in the layout of another tool and in one of one’s own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'desk-layouts-'));
  const desk = await openSandboxDesk();
  const { page } = desk;
  const call = callFrom(() => page);
  await makeList(call, 12);

  await page.getByRole('button', { name: 'Lists & exports', exact: true }).click();
  await page.getByRole('gridcell', { name: /DE · 12$/ }).click();
  const panel = page.getByRole('complementary', { name: 'Selected list' });
  const open = async () => {
    await panel.getByRole('button', { name: /^Format \d$/ }).click();
    await page.getByRole('menuitem', { name: 'Other layouts…' }).click();
  };
  const dialog = page.getByRole('dialog');
  const preview = dialog.getByRole('region', { name: 'First lines' });
  const layout = dialog.getByRole('combobox', { name: 'Layout' });
  await open();
  // The dialog opens with the focus in its first field, not around all of it.
  await expect(layout).toBeFocused();
  await layout.click();
  await page.getByRole('option', { name: 'Clash (Mihomo), YAML' }).click();
  await expect(preview).toContainText('"password": "********"');
  await expect(preview).toContainText('12 lines');
  await expectAccessible(page, 'another layout');
  const path = join(folder, 'list.yaml');
  await answerSaveDialog(desk.app, path);
  await dialog.getByRole('button', { name: 'Save file…' }).click();
  await expect(page.getByText('list.yaml is saved and checked: 12 lines')).toBeVisible();
  const [head, first = ''] = (await readFile(path, 'utf8')).split('\n');
  expect(head).toBe('proxies:');
  expect(JSON.parse(first.slice(4))).toMatchObject({ name: 'DE-1', type: 'http' });

  // A field that does not exist is named at the line, and a character between the fields leaves lines out.
  await open();
  await layout.click();
  await page.getByRole('option', { name: 'scheme://host:port:login:password' }).click();
  const line = dialog.getByRole('textbox', { name: 'One line' });
  await line.fill('{host}{prot}');
  await dialog.getByRole('button', { name: 'Save file…' }).click();
  await expect(dialog.getByText('{prot} is not a field.')).toBeVisible();
  await expect(line).toBeFocused();
  await line.fill('');
  for (const field of ['{host}', '{port}']) await dialog.getByRole('button', { name: field, exact: true }).click();
  await expect(line).toHaveValue('{host}{port}');
  await line.fill('{host}-{port}-{login}');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Dashes');
  await dialog.getByRole('button', { name: 'Save layout' }).click();
  await expect(page.getByText('Layout saved: Dashes')).toBeVisible();
  await expect(layout).toHaveValue('Dashes');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await open();
  await expect(layout).toHaveValue('Dashes');
  await expect(line).toHaveValue('{host}-{port}-{login}');
  await desk.close();
  await rm(folder, { recursive: true, force: true });
});
