import { expect, type Locator, type Page } from '@playwright/test';
import { goTo } from './open-desk.ts';

/*
 * The row of a job moves down when another job begins, perhaps just before the click. The click is repeated until it had
 * its effect.
 */

/** Goes to Activity and clicks a job there, until `shown` is visible. */
export const selectJob = async (page: Page, title: string | RegExp, shown: Locator): Promise<void> => {
  await goTo(page, 'Activity');
  await expect(async () => {
    await jobRow(page, title).click({ timeout: 5_000 });
    await expect(shown).toBeVisible({ timeout: 1_000 });
  }).toPass();
};

/** Goes to Activity and opens a job there by a double click, until `shown` is visible. */
export const openJob = async (page: Page, title: string | RegExp, shown: Locator): Promise<void> => {
  await goTo(page, 'Activity');
  await expect(async () => {
    if (await shown.isVisible()) return;
    await jobRow(page, title).dblclick({ timeout: 5_000 });
    await expect(shown).toBeVisible({ timeout: 2_000 });
  }).toPass();
};

const jobRow = (page: Page, title: string | RegExp): Locator =>
  page.getByRole('grid', { name: 'Jobs' }).getByRole('row').filter({ hasText: title }).first();
