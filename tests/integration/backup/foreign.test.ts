import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkDesk } from '#core/platform/sqlite/check-desk.ts';
import { MIGRATIONS } from '#core/platform/sqlite/migrations.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { RECIPE } from '../../support/recipe.ts';
import { addClient, clientKeys, deskFile, leftovers, makeShelf, openBackup, refusal, tablesOf } from './backup-desk.ts';
import { forgeBackup } from './forged-backup.ts';

let desk: TestDesk;
let shelf: Awaited<ReturnType<typeof makeShelf>>;
beforeEach(async () => {
  desk = await startTestDesk();
  shelf = await makeShelf();
  await addClient(desk, 'anna');
});
afterEach(async () => {
  await desk.close();
  await shelf.empty();
});

type Forge = (db: InstanceType<typeof DatabaseSync>) => void;
const forge = (change: Forge): Promise<string> => forgeBackup(desk, shelf.path, change);

/** Counting to the end would keep a processor busy for longer than anybody waits. */
const ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1e12) SELECT';

const rewritten =
  (name: string, from: string, to: string): Forge =>
  (db) => {
    db.exec('PRAGMA writable_schema = ON');
    db.prepare('UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE name = ?').run(from, to, name);
  };

describe('the schema of a backup', () => {
  const FORGED: Readonly<Record<string, Forge>> = {
    'a view in the place of a table': (db) => {
      db.exec('PRAGMA foreign_keys = OFF; ALTER TABLE accounts RENAME TO kept_accounts');
      db.exec(`CREATE VIEW accounts AS ${ENDLESS} i AS id, 'x' AS label, 0 AS is_sandbox, 1 AS token_in_keychain,
        0 AS removed, 1 AS created_at FROM n`);
    },
    'a view beside the tables': (db) => db.exec('CREATE VIEW more AS SELECT * FROM accounts'),
    'a trigger': (db) =>
      db.exec(`CREATE TRIGGER t AFTER UPDATE OF token_in_keychain ON accounts BEGIN
        UPDATE accounts SET base_url = 'https://elsewhere.example' WHERE id = new.id; END`),
    'a trigger in the place of one of ours': (db) => {
      db.exec('DROP TRIGGER clients_pair_changed');
      db.exec('CREATE TRIGGER clients_pair_changed AFTER UPDATE ON clients BEGIN DELETE FROM purchases; END');
    },
    'one more table': (db) => db.exec('CREATE TABLE more (x)'),
    'one more index': (db) => db.exec('CREATE INDEX more ON clients (note)'),
    'one more column': (db) => db.exec("ALTER TABLE accounts ADD COLUMN more TEXT DEFAULT ''"),
    'a column that is calculated': (db) =>
      db.exec('ALTER TABLE accounts ADD COLUMN more TEXT GENERATED ALWAYS AS (hex(label)) VIRTUAL'),
    'an index that is not there': (db) => db.exec('DROP INDEX clients_by_name'),
    'a table that is not there': (db) => db.exec('DROP TABLE alerts'),
    'a table whose words were changed': rewritten('settings', 'value TEXT NOT NULL', 'value TEXT NOT NULL  '),
    'a table that checks by calculating': rewritten(
      'settings',
      'value TEXT NOT NULL',
      "value TEXT NOT NULL CHECK (hex(value) <> 'x')",
    ),
  };

  it.each(Object.entries(FORGED))('with %s is refused, and nothing of it stays', async (_, change) => {
    expect(await refusal(desk, await forge(change))).toBe('backup-foreign');
    expect(await leftovers(desk)).toEqual([]);
    expect(await clientKeys(desk)).toEqual(['anna']);
  });

  it('is abandoned when reading it takes too long', async () => {
    await expect(checkDesk(deskFile(desk), MIGRATIONS, 0)).rejects.toMatchObject({
      details: { code: 'backup-check-slow' },
    });
  });

  it('is checked in a copy on this computer, too', async () => {
    const name = 'desk-20261121-023844-123-000001.db';
    const file = await forge((db) => db.exec('CREATE VIEW more AS SELECT * FROM accounts'));
    await writeFile(join(desk.paths.backups, name), await readFile(join(file, '..', 'desk.db')));
    expect(await desk.callError('backup.openCopy', { name })).toMatchObject({ details: { code: 'backup-foreign' } });
    expect(await leftovers(desk)).toEqual([]);
  });
});

describe('a desk that is restored from a file', () => {
  /** A batch that was stopped before it wrote its files, in a folder of its own. */
  const stoppedBatch = async (): Promise<{ readonly runId: number; readonly place: string }> => {
    const place = join(shelf.path, 'chosen');
    await mkdir(place);
    const { rows } = await desk.call('clients.list', {
      filter: {},
      sort: { by: 'clientKey', direction: 'asc' },
      offset: 0,
      limit: 1,
    });
    const clientId = rows[0]?.id ?? 0;
    const { offerId, priceKopecks } = await desk.call('purchases.offer', {
      order: { kind: 'traffic', clientId, poolType: 'residential', gb: 1 },
    });
    await desk.call('purchases.confirm', { offerId, priceKopecks });
    const { runId } = await desk.call('lists.generate', { clientId, recipe: RECIPE });
    await desk.waitForEvent(
      'runs.changed',
      (job: { id: number; state: string }) => job.id === runId && job.state === 'done',
    );
    const { ids } = await desk.call('lists.ids', {});
    desk.dialogs.folderQueue.push(place);
    const batch = await desk.call('runs.start', {
      kind: 'export',
      listIds: ids,
      formatId: null,
      output: { mode: 'files', variant: 'domain', template: '{client}.txt' },
    });
    await desk.waitForEvent(
      'runs.changed',
      (job: { id: number; state: string }) => job.id === batch?.id && job.state === 'done',
    );
    return { runId: batch?.id ?? 0, place };
  };

  const restore = async (file: string): Promise<void> => {
    const { offerId } = await openBackup(desk, file);
    await desk.call('backup.restore', { offerId });
  };

  it('resumes a batch only into a folder that the user chooses, whatever folder and names the backup contains', async () => {
    const { runId } = await stoppedBatch();
    const home = join(shelf.path, 'home');
    await mkdir(home);
    await writeFile(join(home, '.bashrc'), 'mine');
    const file = await forge((db) => {
      db.exec(
        `UPDATE runs SET place = '${join(home, 'sub')}', state = 'stopped', export_id = NULL WHERE kind = 'lists'`,
      );
      db.exec("UPDATE run_lines SET file_name = '../.bashrc', state = 'waiting', export_id = NULL");
    });
    await mkdir(join(home, 'sub'));
    await restore(file);
    expect(await desk.call('runs.get', { runId })).toMatchObject({
      state: 'stopped',
      detail: { place: null },
    });

    // The dialog is closed, so nothing begins.
    expect(await desk.call('runs.resume', { runId, retry: false })).toBeNull();
    expect(desk.dialogs.asked.at(-1)).toMatchObject({ kind: 'folder' });
    const chosen = join(shelf.path, 'chosen-anew');
    await mkdir(chosen);
    desk.dialogs.folderQueue.push(chosen);
    desk.clearEvents();
    await desk.call('runs.resume', { runId, retry: false });
    await desk.waitForEvent('runs.changed', (job: { state: string }) => job.state === 'done');
    expect(await readdir(chosen)).toEqual(['Name of anna · anna.txt']);
    expect(await readdir(home)).toEqual(['.bashrc', 'sub']);
    expect(await readdir(join(home, 'sub'))).toEqual([]);
    expect((await readFile(join(home, '.bashrc'))).toString()).toBe('mine');
  });

  it('brings no path, no export and no address that the app would visit on its own', async () => {
    await stoppedBatch();
    const file = await forge((db) => {
      db.exec("UPDATE exports SET path = '\\\\elsewhere\\share\\list.txt'");
      db.exec("INSERT OR REPLACE INTO settings VALUES ('lists.lastFolder', '\\\\elsewhere\\share')");
      db.exec(`INSERT OR REPLACE INTO settings VALUES ('app.addressLookupUrl', '"https://elsewhere.example/ip"')`);
      db.exec(`INSERT OR REPLACE INTO settings VALUES ('app.theme', '"dark"')`);
      db.exec("INSERT OR REPLACE INTO settings VALUES ('what.is.this', 'elsewhere')");
    });
    await restore(file);
    expect((await desk.call('lists.exports', { offset: 0, limit: 10 })).total).toBe(0);
    expect(await desk.call('settings.get', {})).toMatchObject({ addressLookupUrl: '', theme: 'dark' });
    expect(JSON.stringify(tablesOf(deskFile(desk)))).not.toContain('elsewhere');
  });
});
