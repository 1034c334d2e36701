import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { ScriptDesk } from '#core/scripts/script-desk.ts';
import { openScriptServer, type ScriptServer } from '#core/scripts/script-server.ts';
import { connectToDesk, type ScriptClient } from '../../../electron/main/scripts/script-client.ts';
import { openFullDatabase, overfill } from '../../support/full-database.ts';

let folder: string;
let db: Database;
let server: ScriptServer;
let client: ScriptClient;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scripts-full-'));
  db = openFullDatabase();
  const desk = {
    settings: () => ({ scriptAccess: 'buy', scriptSecrets: true }),
    ask: async () => overfill(db),
  } as unknown as ScriptDesk;
  const silent = () => {};
  const logger = { info: silent, warn: silent, error: silent };
  server = await openScriptServer({ desk, logger, dataFolder: folder });
  client = await connectToDesk(folder);
});
afterEach(async () => {
  client.close();
  await server.close();
  db.close();
  await rm(folder, { recursive: true });
});

it('is named to a script, as to the window', async () => {
  const answer = await client.send('clients', {});
  expect(answer).toMatchObject({ ok: false, error: { kind: 'storage', details: { code: 'database-full' } } });
});
