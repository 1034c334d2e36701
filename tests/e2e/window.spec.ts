import { expect, test } from '@playwright/test';
import { launchDesk } from '../support/electron-app.ts';

test('the built app opens its window on real Electron', async () => {
  const desk = await launchDesk();
  await expect(desk.page).toHaveTitle('Reseller Desk');
  expect(new URL(desk.page.url()).protocol).toBe('app:');
  await desk.close();
});
