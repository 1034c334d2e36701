import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';

interface Demo {
  /** The app's window at its first start. */
  readonly page: Page;
  /** The folder for the saved files. */
  readonly folder: string;
  readonly say: (line: string) => void;
  /** Answers every later "save as" dialog with this path. */
  readonly answerSaveDialog: (path: string) => Promise<void>;
  /** Saves a screenshot of the window and prints its path. */
  readonly picture: (name: string) => Promise<void>;
}

const CLIENT = { id: '5012345678', key: 'demo-shop', name: 'Demo Shop' } as const;
const COUNTRIES = ['Germany', 'Netherlands'] as const;
const LINES = 250;
/** The layouts of the API, as the generator shows them. */
const FORMATS = [
  { formatId: 1, layout: 'hostname:port:login:password' },
  { formatId: 2, layout: 'login:password@hostname:port' },
  { formatId: 3, layout: 'hostname:port' },
] as const;

const goTo = (page: Page, section: string): Promise<void> =>
  page.getByRole('navigation').getByText(section, { exact: true }).click();

const settled = (locator: Locator): Promise<void> => locator.waitFor({ state: 'visible' });

/**
 * Performs a reseller's working day in the real window: opens the sandbox, adds a client, buys traffic, generates a
 * list in each of the three formats and saves it, checks the proxies, confirms the plan of a standing order, and looks
 * at sales and debts.
 */
export const performDay = async (demo: Demo): Promise<void> => {
  const { page, picture } = demo;
  await settled(page.getByRole('button', { name: 'Try the sandbox' }));
  await picture('welcome');
  await page.getByRole('button', { name: 'Try the sandbox' }).click();
  await page.waitForURL('app://desk/**');
  await settled(page.getByRole('figure', { name: /^Spent in the last/ }));
  await picture('working-day');
  await addClient(demo);
  await buyTraffic(demo);
  await generateAndSave(demo);
  await checkProxies(demo);
  await obeyStandingOrder(demo);
  await lookAtMoney(demo);
  await goTo(page, 'Overview');
  await settled(page.getByRole('table').getByText('250').first());
  await picture('overview');
  await goTo(page, 'Lists & exports');
  await settled(page.getByRole('gridcell', { name: new RegExp(CLIENT.name) }).first());
  await page.getByRole('radiogroup', { name: 'What to show' }).getByText('Files').click();
  await settled(page.getByRole('gridcell', { name: 'format-3.txt' }));
  await picture('files');
};

/** Checks proxies through the sandbox's gateway on this computer; no real proxy is contacted. */
const checkProxies = async ({ page, say, picture }: Demo): Promise<void> => {
  await goTo(page, 'Lists & exports');
  await page
    .getByRole('gridcell', { name: new RegExp(`^${CLIENT.name} · .* · ${LINES}$`) })
    .last()
    .click();
  await page.getByRole('button', { name: 'Check…' }).click();
  const form = page.getByRole('form', { name: 'Proxy check' });
  await settled(form.getByText('of the traffic bought for the client'));
  await picture('check-before');
  await form.getByRole('button', { name: /^Check .* proxies$/ }).click();
  const done = page.getByText(/proxies were checked; working: \d+/);
  await done.waitFor({ state: 'visible', timeout: 90_000 });
  await settled(page.getByRole('grid', { name: 'Proxies of this check' }).getByRole('gridcell').first());
  await picture('check-done');
  say((await done.textContent()) ?? '');
};

/** Opens the plan that a standing order asks about, starts it, and waits until every line is done. */
const obeyStandingOrder = async ({ page, say, picture }: Demo): Promise<void> => {
  await goTo(page, 'Schedule');
  const detail = page.getByRole('complementary', { name: 'Selected standing order' });
  await page.getByRole('grid', { name: 'Standing orders' }).getByRole('row').filter({ hasText: 'VIP' }).click();
  const plan = detail.getByRole('button', { name: 'Open the plan' }).first();
  await settled(plan);
  await picture('standing-order-asks');
  await plan.click();
  const begin = page.getByRole('button', { name: /^Renew .* for / });
  await settled(begin);
  await picture('standing-order-plan');
  await begin.click();
  const done = page.getByText(/^All .* lines are done\./);
  await settled(done);
  await picture('standing-order-done');
  say(`Standing order “VIP”: ${(await done.textContent()) ?? ''}`);
  await goTo(page, 'Schedule');
  await page.getByRole('radiogroup', { name: 'What to show' }).getByText('Next 30 days', { exact: true }).click();
  await settled(page.getByRole('list', { name: 'What the standing orders will do' }));
  await picture('next-30-days');
};

/** Shows the sales and the debts. */
const lookAtMoney = async ({ page, picture }: Demo): Promise<void> => {
  await goTo(page, 'Purchases');
  const views = page.getByRole('radiogroup').filter({ hasText: 'Reconciliation' });
  await views.getByText('Totals', { exact: true }).click();
  await settled(page.getByRole('figure', { name: /^Sold per day/ }));
  await picture('sold');
  await views.getByText('Debts', { exact: true }).click();
  await settled(page.getByRole('gridcell', { name: 'Samir Haddad' }));
  await picture('debts');
  await views.getByText('Journal', { exact: true }).click();
};

const addClient = async ({ page, say, picture }: Demo): Promise<void> => {
  await goTo(page, 'Clients');
  await page.getByRole('button', { name: 'Add client' }).first().click();
  const form = page.getByRole('form', { name: 'New client' });
  await form.getByLabel('Messenger ID', { exact: true }).fill(CLIENT.id);
  await form.getByLabel('Client key', { exact: true }).fill(CLIENT.key);
  await form.getByLabel('Name', { exact: true }).fill(CLIENT.name);
  await form.getByRole('button', { name: 'Add client', exact: true }).click();
  await settled(page.getByRole('gridcell', { name: CLIENT.name }));
  // The card loads the client's data as soon as the client stays selected.
  await settled(page.getByText('This client has no VPN subscription.'));
  await page.getByRole('tab', { name: 'Traffic' }).click();
  await settled(page.getByRole('region', { name: 'Traffic left' }).getByText('0 GB').first());
  await picture('client');
  say(`Client added: ${CLIENT.name} (${CLIENT.id} · ${CLIENT.key})`);
};

const buyTraffic = async ({ page, say, picture }: Demo): Promise<void> => {
  await goTo(page, 'Generator');
  const client = page.getByRole('combobox', { name: 'Client', exact: true });
  await client.fill(CLIENT.key);
  await page.getByRole('option', { name: new RegExp(CLIENT.name) }).click();
  await settled(page.getByText('no traffic').first());
  await page.getByRole('button', { name: 'Buy traffic' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount, GB').fill('5');
  await dialog.getByRole('button', { name: 'Review the order' }).click();
  const confirm = dialog.getByRole('button', { name: /^Buy .* for / });
  await settled(confirm);
  await picture('purchase');
  await confirm.click();
  const outcome = dialog.getByText(/^Bought/);
  await settled(outcome);
  say((await outcome.textContent()) ?? '');
  await dialog.getByRole('button', { name: 'Done', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
};

const generateAndSave = async ({ page, folder, say, answerSaveDialog, picture }: Demo): Promise<void> => {
  const form = page.getByRole('form', { name: 'What to generate' });
  const result = page.getByRole('region', { name: 'Result', exact: true });
  const countries = page.getByRole('combobox', { name: 'Countries' });
  for (const country of COUNTRIES) {
    await countries.fill(country);
    await page
      .getByRole('option', { name: new RegExp(country) })
      .first()
      .click();
  }
  await countries.press('Escape');
  await page.getByRole('textbox', { name: 'Quantity, lines' }).fill(String(LINES));
  for (const { formatId, layout } of FORMATS) {
    const name = `format-${formatId}.txt`;
    const path = join(folder, name);
    await form.getByText(layout, { exact: true }).click();
    await form.getByRole('button', { name: /^Generate/ }).click();
    const save = result.getByRole('button', { name: `Save file, format ${formatId}` });
    await settled(save);
    await settled(result.getByText('Complete'));
    await answerSaveDialog(path);
    await save.click();
    const messages = page.getByRole('region', { name: 'Messages' });
    const notice = messages.getByText(`${name} is saved and checked:`);
    await settled(notice);
    await messages.getByRole('button', { name: 'Close' }).last().click();
    await notice.waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'Client', exact: true }).scrollIntoViewIfNeeded();
    await picture(`format-${formatId}`);
    const lines = (await readFile(path, 'utf8')).split('\n').length - 1;
    say(`${path}: ${lines} lines, ${layout}`);
  }
};
