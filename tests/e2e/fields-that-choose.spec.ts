import { expect, test } from '@playwright/test';
import type { ControlClient } from '../support/control-client.ts';
import { type RunningDesk, sandboxControl } from '../support/electron-app.ts';
import { GeneratorPage } from './pages/generator-page.ts';
import { openSandboxDesk } from './pages/open-desk.ts';

let desk: RunningDesk;
let control: ControlClient;

test.beforeEach(async () => {
  desk = await openSandboxDesk({ sandboxControl: true });
  control = await sandboxControl(desk.app);
});
test.afterEach(() => desk.close());

test('Enter before the countries are read takes the one that was typed as soon as they are', async () => {
  await control.addFaults({
    match: { path: '/dedicated/country' },
    times: 1,
    fault: { kind: 'hold', when: 'before-commit' },
  });
  const { page } = desk;
  await page.getByRole('navigation').getByRole('button', { name: 'Dedicated', exact: true }).click();
  await page.getByRole('button', { name: 'Buy proxies' }).first().click();
  const country = page.getByRole('dialog').getByRole('combobox', { name: 'Country' });
  await expect(country).toBeFocused();
  await page.keyboard.type('nether');
  await page.keyboard.press('Enter');
  await control.waitForHeld(1);
  await expect(page.getByRole('listbox', { name: 'Countries' })).toHaveCount(0);
  await control.release();
  await expect(page.getByRole('option', { name: /Netherlands/, selected: true })).toBeVisible();
  await expect(page.getByRole('dialog').getByText(/Available: [\d,]+/)).toBeVisible();
});

test('Enter right behind the last letter takes what fits the letters, not what stood there before', async () => {
  const { page } = desk;
  await new GeneratorPage(page).open();
  const countries = page.getByRole('combobox', { name: 'Countries' });
  await countries.click();
  await expect(page.getByRole('listbox', { name: 'Countries' }).getByRole('option').first()).toBeVisible();
  await page.keyboard.type('netherl');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option', { name: 'Netherlands NL', selected: true })).toBeVisible();
  await expect(page.getByText('1 selected')).toBeVisible();
});
