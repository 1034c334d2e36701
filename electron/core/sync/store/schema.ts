import { parseConnection } from './connection-string.ts';
import { type DatabaseSession, openSession } from './session.ts';
import { type PostgresSql, postgresSql } from './sql.ts';

/** The format of the tables and of their content. A newer format is that of a newer app. */
export const FORMAT = 1;
export const EMPTY_HASH: Uint8Array = Buffer.alloc(32);

const TABLES = ['desks', 'changes', 'snapshots', 'leases', 'computers'] as const;

/**
 * Keeps another computer from making the tables at the same time. The number is one that no other program is likely to
 * use.
 */
const LOCK = postgresSql`SELECT pg_advisory_xact_lock(731205518)`;

/**
 * Makes only what is missing, because PostgreSQL requires the right to make a table even if the table exists. Sealed
 * values cannot be compressed, so PostgreSQL does not try (EXTERNAL).
 */
const TABLES_MADE = postgresSql`DO $$ BEGIN
  IF to_regclass('reseller_desk.computers') IS NULL THEN
    IF to_regnamespace('reseller_desk') IS NULL THEN CREATE SCHEMA reseller_desk; END IF;
    CREATE TABLE reseller_desk.desks (
      id uuid PRIMARY KEY, format integer NOT NULL, made_at timestamptz NOT NULL DEFAULT now(),
      seq bigint NOT NULL, head bytea NOT NULL,
      snapshot uuid, snapshot_seq bigint, snapshot_head bytea, snapshot_parts integer
    );
    CREATE TABLE reseller_desk.changes (
      desk uuid NOT NULL REFERENCES reseller_desk.desks ON DELETE CASCADE, seq bigint NOT NULL, sealed bytea NOT NULL,
      PRIMARY KEY (desk, seq)
    );
    CREATE TABLE reseller_desk.snapshots (
      desk uuid NOT NULL REFERENCES reseller_desk.desks ON DELETE CASCADE, id uuid NOT NULL, seq bigint NOT NULL,
      part integer NOT NULL, sealed bytea NOT NULL,
      PRIMARY KEY (desk, id, part)
    );
    CREATE TABLE reseller_desk.leases (
      desk uuid NOT NULL REFERENCES reseller_desk.desks ON DELETE CASCADE, name text NOT NULL, holder uuid NOT NULL,
      until timestamptz NOT NULL,
      PRIMARY KEY (desk, name)
    );
    ALTER TABLE reseller_desk.changes ALTER COLUMN sealed SET STORAGE EXTERNAL;
    ALTER TABLE reseller_desk.snapshots ALTER COLUMN sealed SET STORAGE EXTERNAL;
    CREATE TABLE reseller_desk.computers (
      desk uuid NOT NULL REFERENCES reseller_desk.desks ON DELETE CASCADE, id uuid NOT NULL, sealed bytea NOT NULL,
      seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      PRIMARY KEY (desk, id)
    );
  END IF;
END $$`;

/** Makes the tables, tries what will be done with them, and rolls all of it back. */
export const tryRights = async (session: DatabaseSession): Promise<void> => {
  const uses = TABLES.flatMap((table): readonly PostgresSql[] => [
    { text: `INSERT INTO reseller_desk.${table} SELECT * FROM reseller_desk.${table} WHERE false` },
    { text: `UPDATE reseller_desk.${table} SET ${table === 'desks' ? 'id = id' : 'desk = desk'} WHERE false` },
    { text: `DELETE FROM reseller_desk.${table} WHERE false` },
  ]);
  await session.run(postgresSql`BEGIN`, LOCK, TABLES_MADE, ...uses, postgresSql`ROLLBACK`);
};

/**
 * Makes an empty desk, and the tables if there are none. A desk that exists already stays as it is.
 * @throws DeskError: see store-error.ts
 */
export const makeDesk = async (connection: string, deskId: string): Promise<void> => {
  const session = await openSession(parseConnection(connection));
  const desk = postgresSql`${deskId}, ${FORMAT}, 0, ${EMPTY_HASH}`;
  try {
    await session.run(
      LOCK,
      TABLES_MADE,
      postgresSql`INSERT INTO reseller_desk.desks (id, format, seq, head) VALUES (${desk}) ON CONFLICT (id) DO NOTHING`,
    );
  } finally {
    session.end();
  }
};
