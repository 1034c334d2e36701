import { setTimeout as sleep } from 'node:timers/promises';
import { startTestDesk, type TestDesk } from '../support/desk-core.ts';

/** The requests to the process of one computer. */
export type Asked =
  | {
      readonly do: 'start';
      readonly sandbox: Pick<TestDesk['sandbox'], 'baseUrl' | 'token' | 'controlUrl' | 'proxies'>;
    }
  | { readonly do: 'make'; readonly connection: string; readonly name: string }
  | { readonly do: 'invite'; readonly passphrase: string }
  | { readonly do: 'join'; readonly text: string; readonly passphrase: string; readonly name: string }
  | { readonly do: 'add'; readonly clientKey: string }
  /** Writes a note this many times; each note says when it was written. */
  | { readonly do: 'write'; readonly clientKey: string; readonly times: number; readonly everyMs: number }
  /** Returns a digest of the data that every computer should have, and the number of changes that wait here. */
  | { readonly do: 'look' }
  /** Returns how long the notes of others took to arrive, until this window was notified and had read them. */
  | { readonly do: 'lags' }
  | { readonly do: 'end' };

export interface Look {
  readonly clients: string;
  readonly count: number;
  readonly unpublished: number;
}

const MARK = /^written at (\d+) by (\d+)$/;

let desk: TestDesk;
let lags: number[] = [];

const row = async (clientKey: string) => {
  const { rows } = await list(clientKey);
  const found = rows.find((one) => one.clientKey === clientKey);
  if (found === undefined) throw new Error(`there is no ${clientKey}`);
  return found;
};
const list = (search: string) =>
  desk.call('clients.list', {
    filter: { search },
    sort: { by: 'clientKey', direction: 'asc' },
    offset: 0,
    limit: 100,
  });

const watch = (): void => {
  // A client is announced again when it is read from the service. That is a different change, and not later news of the
  // note.
  const known = new Map<number, string>();
  desk.core.on(({ name, payload }) => {
    if (name !== 'clients.changed') return;
    const { clientIds } = payload as { clientIds: readonly number[] | null };
    for (const clientId of clientIds ?? []) {
      void desk
        .call('clients.get', { clientId })
        .then(({ note }) => {
          if (known.get(clientId) === note) return;
          known.set(clientId, note);
          const [, at, pid] = MARK.exec(note) ?? [];
          if (pid !== undefined && Number(pid) !== process.pid) lags.push(Date.now() - Number(at));
        })
        .catch(() => undefined);
    }
  });
};

const write = async (clientKey: string, times: number, everyMs: number): Promise<void> => {
  const { id, messengerId, name, tags } = await row(clientKey);
  for (let time = 0; time < times; time += 1) {
    const note = `written at ${Date.now()} by ${process.pid}`;
    await desk.call('clients.update', { clientId: id, messengerId, clientKey, name, note, tags: [...tags] });
    await sleep(everyMs);
  }
};

const state = async () => {
  const found = await desk.call('sharedDesk.state', {});
  if (found.status === 'none') throw new Error('the desk is not shared');
  return found;
};

const answer = async (asked: Asked): Promise<unknown> => {
  switch (asked.do) {
    case 'start':
      desk = await startTestDesk({
        sandbox: { ...asked.sandbox, begin: () => Promise.reject(new Error('not here')), close: async () => {} },
      });
      await desk.call('settings.update', { refreshEveryHours: 0 });
      watch();
      return null;
    case 'make':
      return desk.call('sharedDesk.make', { connection: asked.connection, name: 'The shop', computer: asked.name });
    case 'invite': {
      const { passphrase } = asked;
      await desk.call('sharedDesk.copyInvitation', { passphrase, repeated: passphrase });
      return desk.desktop.copied.at(-1)?.text ?? '';
    }
    case 'join': {
      const { text, passphrase } = asked;
      const { offerId } = await desk.call('sharedDesk.openInvitation', { text, passphrase });
      return desk.call('sharedDesk.join', { offerId, computer: asked.name });
    }
    case 'add':
      return desk.call('clients.add', { messengerId: 1, clientKey: asked.clientKey, name: '', note: '', tags: [] });
    case 'write':
      return write(asked.clientKey, asked.times, asked.everyMs);
    case 'look': {
      const { rows, total } = await list('');
      const { status, unpublished } = await state();
      const clients = JSON.stringify(rows.map(({ clientKey, note }) => [clientKey, note]));
      return { clients, count: total, unpublished: status === 'shared' ? unpublished : -1 } satisfies Look;
    }
    case 'lags': {
      const found = lags;
      lags = [];
      return found;
    }
    case 'end':
      await desk.close();
      return null;
  }
};

process.on('message', ({ id, asked }: { id: number; asked: Asked }) => {
  answer(asked).then(
    (value) => process.send?.({ id, value }),
    (error: unknown) => process.send?.({ id, error: String(error) }),
  );
});
