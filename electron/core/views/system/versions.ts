import type { Database } from '#core/platform/sqlite/database.ts';
import { schemaVersion } from '#core/platform/sqlite/migrate.ts';

export interface Versions {
  readonly app: string;
  /** Electron with its Chromium and Node; without Electron, the Node that runs the core. */
  readonly runtime: string;
  readonly sqlite: string;
  /** The number of the last migration. */
  readonly schema: number;
}

export const readVersions = (db: Database, app: string): Versions => ({
  app,
  runtime: runtimeName(),
  sqlite: db.value<string>('SELECT sqlite_version() AS version') ?? '',
  schema: schemaVersion(db),
});

const runtimeName = (): string => {
  const { electron, chrome, node } = process.versions;
  return electron === undefined ? `Node ${node}` : `Electron ${electron} · Chrome ${chrome} · Node ${node}`;
};
