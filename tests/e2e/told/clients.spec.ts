import { expect, test } from '@playwright/test';
import type { RunningDesk } from '../../support/electron-app.ts';
import { isDone, refuses } from '../../support/request-recorder.ts';
import { ClientsPage } from '../pages/clients-page.ts';
import { openSandboxDesk } from '../pages/open-desk.ts';

let desk: RunningDesk;
let clients: ClientsPage;

test.beforeAll(async () => {
  desk = await openSandboxDesk();
  clients = new ClientsPage(desk.page);
  await clients.open();
});
test.afterAll(() => desk.close());

test('the pair of a client is corrected, and what its form cannot show is told in a message', async () => {
  await clients.row('Clara Voss').click();
  const form = desk.page.getByRole('form', { name: 'Correct the ID or key' });
  const save = () => form.getByRole('button', { name: 'Save' }).click();
  await clients.detail.getByRole('button', { name: 'Correct the ID or key' }).click();
  await form.getByRole('textbox', { name: 'Client key' }).fill('clara-corrected');
  const unknownField = { code: 'contract', problems: [{ field: '', code: 'unknown-field' }] };
  await refuses(desk, 'clients.update', save, {
    error: { kind: 'invalid-input', message: '', details: unknownField },
    tells: 'The form sent a field the app does not know. Restart the app.',
  });
  await expect(form).toBeVisible();
  await isDone(desk, 'clients.update', save);
  await expect(form).toBeHidden();
  await expect(clients.detail).toContainText('clara-corrected');
});

test('a problem is shown at its field, and another one of the same answer in a message', async () => {
  await clients.button('Add client').click();
  await clients.fill({ messengerId: '77', clientKey: 'both' });
  await refuses(desk, 'clients.add', () => clients.submit(), {
    error: {
      kind: 'invalid-input',
      message: '',
      details: {
        problems: [
          { field: 'note', code: 'text-not-usable' },
          { field: 'shelf', code: 'required' },
        ],
      },
    },
    tells: 'This field is required. This form has no field for it (“shelf”).',
  });
  await expect(clients.form.getByRole('textbox', { name: 'Note' })).toHaveAccessibleDescription(/broken characters/);
});
