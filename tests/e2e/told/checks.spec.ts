import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { answerOpenDialog } from '../../support/electron-app.ts';
import { isRefused, refuses } from '../../support/request-recorder.ts';
import { goTo } from '../pages/open-desk.ts';
import { toldDesk } from './told-desk.ts';

const desk = toldDesk();
const { call, button } = desk;

const open = async (name: string, text: string): Promise<void> => {
  const file = join(desk.folder, name);
  await writeFile(file, text);
  await answerOpenDialog(desk.app, file);
};

test('a file without proxies, and a check without working proxies', async () => {
  await goTo(desk.page, 'Lists & exports');
  await open('letter.txt', 'Dear all,\nno proxy is in here.');
  const load = () => button('Check proxies from a file…').click();
  await isRefused(desk, 'lists.load', load, { tells: /No line of the file is a proxy/ });

  await open('one.txt', 'gw.example:8000:user-session-1:secret');
  await load();
  await call('settings.update', { checkTimeoutS: 15 });
  await button('Check 1 proxy').click();
  await expect(desk.page.getByText('1 proxy was checked')).toBeVisible({ timeout: 60_000 });
  await refuses(desk, 'runs.keepWorking', () => button(/^Make a list: 1 working/).click());
});
