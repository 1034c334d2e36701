import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * An open menu lies above the page and belongs to none of its landmarks, as in ARIA's own examples: to the rule `region` it
 * is a place of its own, as dialogs are to axe-core by default. Everything else on the page still has to be in a landmark.
 */
const OPTIONS = {
  // Of what passes nothing is wanted: describing it takes longer than looking for what does not.
  resultTypes: ['violations' as const],
  selectors: false,
  rules: { region: { enabled: true } },
  checks: { region: { options: { regionMatcher: 'dialog, [role=dialog], [role=alertdialog], svg, [role=menu]' } } },
};

/**
 * Nothing that axe-core finds. Legacy mode, because Electron cannot open the second page that the usual mode works in.
 */
export const expectAccessible = async (page: Page, what: string): Promise<void> => {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).options(OPTIONS).analyze();
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ html }) => html).join(' | ')})`,
  );
  expect(found, what).toEqual([]);
};
