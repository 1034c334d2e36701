import type { Locator, Page } from '@playwright/test';
import { DAY_CLIENTS } from '#sandbox/day/day-clients.ts';
import type { Translate } from '#shared/texts/translate.ts';

interface ManualTour {
  /** The app's window at its first start. */
  readonly page: Page;
  readonly t: Translate;
  /** Saves a picture of the window, or of one element with so many pixels around it. */
  readonly picture: (name: string, element?: Locator, margin?: number) => Promise<void>;
}

/** A client of the practice day whose subscription ends soon. Everything in the pictures is invented. */
const CLIENT = DAY_CLIENTS.find(({ clientKey }) => clientKey === 'anna-shop')?.name ?? '';
const LINES = 250;
/** Around a section, so that its text does not touch the edge of the picture. */
const MARGIN = 14;

const settled = (locator: Locator): Promise<void> => locator.waitFor({ state: 'visible' });

/** The digits of Ctrl+1…9 in the order of the navigation. */
const goTo = (page: Page, digit: number): Promise<void> => page.keyboard.press(`Control+${digit}`);

/** Walks through the app as the manual describes it, and takes its pictures. */
export const takeManualPictures = async (tour: ManualTour): Promise<void> => {
  await openSandbox(tour);
  await addClient(tour);
  await sellAMonth(tour);
  await makeList(tour);
  await lookAtProxies(tour);
  await lookAtOrders(tour);
  await lookAtMoney(tour);
  await lookAtSettings(tour);
};

const openSandbox = async ({ page, t, picture }: ManualTour): Promise<void> => {
  const sandbox = page.getByRole('button', { name: t('account:welcome.sandboxButton') });
  await settled(sandbox);
  await picture('welcome');
  await sandbox.click();
  await page.waitForURL('app://desk/**');
  // The figures at the side come last.
  await settled(page.getByRole('figure').nth(4));
  await picture('overview');
};

const addClient = async ({ page, t, picture }: ManualTour): Promise<void> => {
  await goTo(page, 2);
  await settled(page.getByRole('gridcell', { name: CLIENT }));
  await page
    .getByRole('button', { name: t('clients:add') })
    .first()
    .click();
  const form = page.getByRole('form', { name: t('clients:form.title') });
  await form.getByLabel(t('fields:messengerId'), { exact: true }).fill('5012345678');
  await form.getByLabel(t('fields:clientKey'), { exact: true }).fill('demo-shop');
  await form.getByLabel(t('fields:name'), { exact: true }).fill('Demo Shop');
  await picture('new-client');
  await form.getByRole('button', { name: t('clients:add'), exact: true }).click();
  await settled(page.getByRole('gridcell', { name: 'Demo Shop' }));
  await page.getByRole('gridcell', { name: CLIENT }).click();
  await settled(
    page
      .getByRole('region', { name: t('vpn:title') })
      .getByRole('listitem')
      .first(),
  );
  await picture('card');
};

/** The main job with its four keys. */
const sellAMonth = async ({ page, picture }: ManualTour): Promise<void> => {
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog');
  await settled(dialog.getByRole('radiogroup').nth(1).getByText(/₽/).first());
  await picture('renew', dialog);
  await page.keyboard.press('Enter');
  await settled(dialog.getByRole('button', { name: /199/ }));
  await picture('renew-confirm', dialog);
  await page.keyboard.press('Control+Enter');
  await settled(dialog.getByRole('img').first());
  await settled(dialog.getByRole('textbox').first());
  await picture('renewed', dialog);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('h');
  await settled(page.getByRole('textbox').first());
  await picture('hand-over');
};

const makeList = async ({ page, t, picture }: ManualTour): Promise<void> => {
  await goTo(page, 2);
  await page.getByRole('gridcell', { name: CLIENT }).click();
  await page.keyboard.press('t');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('premium:buy.gb')).fill('5');
  await settled(dialog.getByText(/₽/).first());
  await picture('buy-traffic', dialog);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await goTo(page, 3);
  const form = page.getByRole('form', { name: t('generator:form') });
  const client = form.getByRole('combobox', { name: t('lists:params.client'), exact: true });
  await client.fill('anna-shop');
  await page.getByRole('option', { name: CLIENT }).first().click();
  const countries = form.getByRole('combobox', { name: t('lists:params.countries') });
  await countries.fill('de');
  await page.getByRole('option').first().click();
  await countries.press('Escape');
  await form.getByRole('textbox', { name: t('generator:quantity') }).fill(String(LINES));
  await form.locator('button[type=submit]').click();
  const result = page.getByRole('region', { name: t('generator:preview.label'), exact: true });
  await settled(result.getByText(t('lists:states.complete')));
  await picture('generator');
};

const lookAtProxies = async ({ page, t, picture }: ManualTour): Promise<void> => {
  await goTo(page, 4);
  await settled(page.getByRole('gridcell').nth(1));
  await picture('dedicated');
  await page.getByRole('button', { name: t('dedicated:buy.open') }).click();
  const dialog = page.getByRole('dialog');
  await settled(dialog.getByRole('option').first());
  await dialog.getByRole('option').first().click();
  await settled(dialog.getByText(/₽/).first());
  await picture('buy-proxies', dialog);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
};

const lookAtOrders = async ({ page, t, picture }: ManualTour): Promise<void> => {
  await goTo(page, 8);
  await page
    .getByRole('grid', { name: t('standing:grid') })
    .getByRole('row')
    .filter({ hasText: 'VIP' })
    .click();
  const detail = page.getByRole('complementary', { name: t('standing:detail') });
  await settled(detail.getByRole('button', { name: t('standing:openPlan') }).first());
  await picture('standing-order', detail);
  await page.getByRole('radiogroup').first().getByText(t('schedule:tabs.next'), { exact: true }).click();
  await settled(page.getByRole('list').first());
  await picture('next-30-days');
};

const lookAtMoney = async ({ page, t, picture }: ManualTour): Promise<void> => {
  await goTo(page, 6);
  const views = page.getByRole('radiogroup', { name: t('ledger:views.label') });
  await settled(page.getByRole('gridcell').first());
  await picture('purchases');
  await views.getByText(t('ledger:views.prices'), { exact: true }).click();
  await settled(page.getByRole('textbox').nth(3));
  await picture('prices');
  await views.getByText(t('ledger:views.totals'), { exact: true }).click();
  await settled(page.getByRole('figure').first());
  await picture('totals');
  await views.getByText(t('ledger:views.debts'), { exact: true }).click();
  await settled(page.getByRole('gridcell', { name: 'Samir Haddad' }));
  await picture('debts');
};

/** The sections of the settings that the manual shows, each as a picture of its own. */
const lookAtSettings = async ({ page, t, picture }: ManualTour): Promise<void> => {
  await goTo(page, 9);
  const sections = [
    ['telegram', t('telegram:title')],
    ['shared-desk', t('sharedDesk:title')],
    ['scripts', t('scripts:title')],
    ['backup', t('backup:title')],
  ] as const;
  for (const [name, title] of sections) {
    await page
      .getByRole('list', { name: t('settings:contents') })
      .getByRole('button', { name: title })
      .click();
    const section = page.getByRole('region', { name: title, exact: true });
    await section.scrollIntoViewIfNeeded();
    await settled(section.getByRole('heading').first());
    await picture(`settings-${name}`, section, MARGIN);
  }
};
