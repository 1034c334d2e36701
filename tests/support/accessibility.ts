import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Nothing that axe-core finds. Legacy mode, because Electron cannot open the second page that the usual mode works in.
 */
export const expectAccessible = async (page: Page, what: string): Promise<void> => {
  const builder = new AxeBuilder({ page }).setLegacyMode(true);
  // An open menu lies above the page and belongs to none of its landmarks, as in ARIA's own examples.
  if ((await page.getByRole('menu').count()) > 0) builder.disableRules('region');
  const { violations } = await builder.analyze();
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ html }) => html).join(' | ')})`,
  );
  expect(found, what).toEqual([]);
};
