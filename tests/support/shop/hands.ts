import { errors, type Locator, type Page } from '@playwright/test';
import type { ClientRow } from '#shared/contract/clients.ts';
import { ClientsPage } from '../../e2e/pages/clients-page.ts';
import { TrafficPage } from '../../e2e/pages/traffic-page.ts';
import { VpnPanel } from '../../e2e/pages/vpn-panel.ts';
import { isGone, type Operator } from './operator.ts';

/** The time limit of one step. A slower step is abandoned, as by somebody who comes back to it later. */
const PATIENCE = { timeout: 20_000 };

/**
 * Does some of createDay's work with mouse and keyboard in the window itself: the client's card, its note, and the two most
 * frequent purchases. `random` returns numbers from 0 to 1.
 */
export const createHands = ({ ask, agree, name, desk }: Operator, random: () => number) => {
  /** Opens the card of a client whose key is unique in the list. */
  const openSomebody = async (): Promise<ClientRow | null> => {
    const sort = { by: 'createdAt', direction: 'desc' } as const;
    const { rows } = await ask('clients.list', { filter: {}, sort, offset: 0, limit: 50 });
    const client = rows[Math.floor(random() * rows.length)];
    if (client === undefined) return null;
    const clients = new ClientsPage(desk().page);
    await clients.open();
    await clients.search.fill(client.clientKey);
    await clients.row(client.clientKey).first().click(PATIENCE);
    // It must be neither the previous card nor that of a client whose texts mention this one, because the agreement is
    // recorded by the key.
    await clients.detail.getByText(client.clientKey, { exact: true }).first().waitFor(PATIENCE);
    return client;
  };

  /** Pays and waits for any end: the purchase succeeded, its outcome is unknown, or the app explains why it sent nothing. */
  const pay = async (dialog: Locator, button: Locator, kind: 'traffic' | 'vpn-renew', client: ClientRow) => {
    await button.waitFor(PATIENCE);
    if (!(await button.isEnabled())) return `${kind} put off`;
    const paid = dialog.getByRole('button', { name: 'Done' });
    const back = dialog.getByRole('button', { name: 'Change the order', disabled: false });
    const unpaid = back.or(dialog.getByRole('button', { name: 'Review the order' }));
    agree(kind, client);
    await button.click(PATIENCE);
    await paid.or(unpaid).first().waitFor({ timeout: 120_000 });
    return `${kind} ${(await paid.isVisible()) ? 'told' : 'not sent'}`;
  };

  const deeds = [
    async (client: ClientRow): Promise<string> => {
      const note = new ClientsPage(desk().page).detail.getByRole('textbox', { name: 'Note' });
      await note.fill(`${name}, by hand, ${client.clientKey}`, PATIENCE);
      await note.press('Tab');
      return 'note';
    },
    async (client: ClientRow): Promise<string> => {
      const { dialog, traffic } = new TrafficPage(desk().page);
      await traffic.getByRole('button', { name: 'Buy traffic' }).click(PATIENCE);
      await dialog.getByLabel('Pool').selectOption({ label: 'Mobile' }, PATIENCE);
      await dialog.getByLabel('Amount, GB').fill('1', PATIENCE);
      await dialog.getByRole('button', { name: 'Review the order' }).click(PATIENCE);
      return pay(dialog, dialog.getByRole('button', { name: /^Buy / }), 'traffic', client);
    },
    async (client: ClientRow): Promise<string> => {
      const vpn = new VpnPanel(desk().page);
      const opener = vpn.items.first().getByRole('button', { name: /^Renew the subscription/ });
      if ((await vpn.items.count()) === 0) return 'nothing to renew';
      await opener.click(PATIENCE);
      await vpn.dialog.getByRole('radio', { name: '1 month', exact: true }).check(PATIENCE);
      await vpn.inDialog('Review the order').click(PATIENCE);
      return pay(vpn.dialog, vpn.inDialog(/^Renew by 1 month for /), 'vpn-renew', client);
    },
  ];

  return async (): Promise<string> => {
    try {
      const client = await openSomebody();
      if (client === null) return 'nobody to look at';
      return await (deeds[Math.floor(random() * deeds.length)]?.(client) ?? 'nothing');
    } catch (error) {
      // The target is not there, or a colleague has removed it in the meantime.
      if (error instanceof errors.TimeoutError) return 'given up';
      if (isGone(error)) return 'gone';
      throw error;
    } finally {
      await leave(desk().page).catch(() => {});
    }
  };
};

/** Leaves the dialog, as far as it can be left, and goes to the list of all clients. */
const leave = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden', ...PATIENCE });
  await new ClientsPage(page).search.fill('', PATIENCE);
};
