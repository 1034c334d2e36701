import type { Page } from '@playwright/test';
import { type Sandbox, startSandbox } from '#sandbox/index.ts';
import { ClientsPage } from '../e2e/pages/clients-page.ts';
import { callFrom, openServiceDesk } from '../e2e/pages/open-desk.ts';
import type { RunningDesk } from '../support/electron-app.ts';
import { type Postgres, startPostgres } from '../support/shared-desk/postgres.ts';
import type { Bench } from './measure.ts';

const PASSPHRASE = 'seven wet lamps under a bridge';
/** Number of changes, and a pause that keeps each change apart from the next. */
const CHANGES = 60;
const PAUSE_MS = 400;

/** Makes the page wait until its grid shows this text and is painted; `paintedAt` returns the time of that. */
const armed = (page: Page, text: string): Promise<void> =>
  page.evaluate((wanted) => {
    const grid = document.querySelector('[role="grid"]');
    const measured = new Promise<number>((resolve) => {
      const look = (): void => {
        if (grid?.textContent?.includes(wanted) !== true) return;
        observer.disconnect();
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.timeOrigin + performance.now());
          port2.postMessage(null);
        });
      };
      const observer = new MutationObserver(look);
      if (grid !== null) observer.observe(grid, { subtree: true, childList: true, characterData: true });
    });
    Reflect.set(window, 'benchPaint', measured);
  }, text);

const paintedAt = (page: Page): Promise<number> =>
  page.evaluate(() => Reflect.get(window, 'benchPaint') as Promise<number>);

/** Makes the desks of two real windows one shared desk. */
const share = async ([one, other]: readonly [RunningDesk, RunningDesk], postgres: Postgres): Promise<void> => {
  const [call, callOther] = [callFrom(() => one.page), callFrom(() => other.page)];
  await call('clients.add', { messengerId: 1, clientKey: 'painted', name: 'Nobody yet', note: '', tags: [] });
  await call('sharedDesk.make', { connection: postgres.connection(), name: 'The shop', computer: 'one' });
  await call('sharedDesk.copyInvitation', { passphrase: PASSPHRASE, repeated: PASSPHRASE });
  const text = await one.app.evaluate(({ clipboard }) => clipboard.readText());
  const { offerId } = await callOther('sharedDesk.openInvitation', { text, passphrase: PASSPHRASE });
  await callOther('sharedDesk.join', { offerId, computer: 'other' });
  for (const { page } of [one, other]) {
    const clients = new ClientsPage(page);
    await clients.open();
    await clients.row('Nobody yet').waitFor({ timeout: 60_000 });
  }
};

const measure = async (one: RunningDesk, other: RunningDesk): Promise<readonly number[]> => {
  const { rows } = await callFrom(() => one.page)('clients.list', {
    filter: { search: '' },
    sort: { by: 'clientKey', direction: 'asc' },
    offset: 0,
    limit: 1,
  });
  const [row] = rows;
  if (row === undefined) throw new Error('there is no client');
  const { id: clientId, messengerId, clientKey } = row;
  const values: number[] = [];
  // The first round warms the caches and does not count.
  for (let change = 0; change <= CHANGES; change += 1) {
    const name = `Painted ${change}.`;
    await armed(other.page, name);
    const askedAt = await one.page.evaluate(
      async (input) => {
        const at = performance.timeOrigin + performance.now();
        await window.desk.invoke('clients.update', input as never);
        return at;
      },
      { clientId, messengerId, clientKey, name, note: '', tags: [] },
    );
    const took = (await paintedAt(other.page)) - askedAt;
    if (change > 0) values.push(took);
    await one.page.waitForTimeout(PAUSE_MS);
  }
  return values;
};

const withService = async <T>(work: (postgres: Postgres, service: Sandbox) => Promise<T>): Promise<T> => {
  const [postgres, service] = await Promise.all([startPostgres(), startSandbox({ stateDir: null, withPast: false })]);
  try {
    return await work(postgres, service);
  } finally {
    await Promise.all([postgres.close(), service.close()]);
  }
};

/**
 * Measures how long a change in one operator's window takes until it is painted in another's: two apps with PostgreSQL
 * between them.
 */
export const measurePaint: Bench = () =>
  withService(async (postgres, service) => {
    const one = await openServiceDesk(service, 'Shop');
    const other = await openServiceDesk(service, 'Shop');
    try {
      await share([one, other], postgres);
      const values = await measure(one, other);
      const what = `a change in one window until it is painted in another, ${values.length} changes`;
      return [
        { what: `${what}, p95`, unit: 'ms', values, by: 'p95', target: 300 },
        { what: '  the same, median', unit: 'ms', values },
      ];
    } finally {
      await Promise.all([one.close(), other.close()]);
    }
  });
