import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

declare global {
  /** Lets `page.evaluate` see the library. */
  interface Window {
    readonly axe: typeof axe;
  }
}

const { resolve } = createRequire(import.meta.url);

/**
 * Loads the library into the page, if that has not happened yet. It is the small build and comes directly over the
 * protocol of the developer tools: through `page.evaluate`, the full build takes twice as long as a check.
 */
const loadLibrary = async (page: Page): Promise<void> => {
  if (await page.evaluate(() => 'axe' in window)) return;
  const devtools = await page.context().newCDPSession(page);
  const expression = readFileSync(resolve('axe-core/axe.min.js'), 'utf8');
  await devtools.send('Runtime.evaluate', { expression });
  await devtools.detach();
};

/**
 * An open menu lies above the page and belongs to none of its landmarks, as in ARIA's own examples. The rule `region`
 * therefore accepts it as a region of its own, as axe-core accepts dialogs by default. Everything else on the page still has
 * to be in a landmark.
 */
const OPTIONS = {
  // The rules that pass are not reported: describing them takes longer than looking for violations.
  resultTypes: ['violations' as const],
  selectors: false,
  rules: { region: { enabled: true } },
  checks: { region: { options: { regionMatcher: 'dialog, [role=dialog], [role=alertdialog], svg, [role=menu]' } } },
};

/** Runs in the page. Waits for colour transitions first, for example after a change of the theme. */
const violationsIn = async (page: Page): Promise<readonly string[]> =>
  page.evaluate(async (options) => {
    const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(fading.map(({ finished }) => finished));
    const { violations } = await window.axe.run(document, options);
    return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ html }) => html).join(' | ')})`);
  }, OPTIONS);

/**
 * Expects that axe-core finds nothing on the page. A control may change its colours while it is being checked, so the page is
 * checked once more if something was found.
 */
export const expectAccessible = async (page: Page, what: string): Promise<void> => {
  await loadLibrary(page);
  const first = await violationsIn(page);
  expect(first.length === 0 ? first : await violationsIn(page), what).toEqual([]);
};
