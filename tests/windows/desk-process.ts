import { writeSync } from 'node:fs';
import { DeskError } from '#shared/result.ts';
import { createSecretStore } from '../../electron/main/ports/secret-store.ts';
import { startTestDesk } from '../support/desk-core.ts';

/** A desk as another process of the app finds it in its data folder. */
export interface FoundDesk {
  /** `ok`, the code with which the folder is refused, or the kind of error with which the balance cannot be read. */
  readonly account: string;
  /** The keys of all clients. */
  readonly clients: readonly string[];
}

/**
 * `desk-process.ts DATA BACKUPS [hold]`: opens the desk of a data folder with the keychain of this system and writes a
 * `FoundDesk` as JSON. With `hold` it then keeps the desk open until it is killed.
 */
const [data = '', backups = '', isHolding] = process.argv.slice(2);

const openDesk = async (): Promise<FoundDesk> => {
  try {
    const desk = await startTestDesk({ signIn: false, keychain: createSecretStore(), paths: { data, backups } });
    const balance = await desk.callRaw('account.refreshBalance', {});
    const page = { filter: {}, sort: { by: 'name', direction: 'asc' }, offset: 0, limit: 100 } as const;
    const { rows } = await desk.call('clients.list', page);
    if (isHolding === undefined) await desk.close();
    return { account: balance.ok ? 'ok' : balance.error.kind, clients: rows.map(({ clientKey }) => clientKey) };
  } catch (error) {
    if (!(error instanceof DeskError)) throw error;
    return { account: String(error.details?.code), clients: [] };
  }
};

const found = await openDesk();
writeSync(1, `${JSON.stringify(found)}\n`);
if (isHolding !== undefined) setInterval(() => undefined, 60_000);
