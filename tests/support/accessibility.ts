import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

declare global {
  /** For `page.evaluate`. */
  interface Window {
    readonly axe: typeof axe;
  }
}

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
 * Nothing that axe-core finds. It is put into a page once: bringing it costs as much as looking. A colour that is on its way
 * to another one, as after the theme was changed, is looked at when it is there.
 */
export const expectAccessible = async (page: Page, what: string): Promise<void> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(async (options) => {
    const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(fading.map(({ finished }) => finished));
    const { violations } = await window.axe.run(document, options);
    return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ html }) => html).join(' | ')})`);
  }, OPTIONS);
  expect(found, what).toEqual([]);
};
