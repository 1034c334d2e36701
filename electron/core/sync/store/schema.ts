import { parseConnection } from './connection-string.ts';
import { type DatabaseSession, openSession } from './session.ts';
import { type PostgresSql, postgresSql } from './sql.ts';

/** Of the tables and of what is in them. A newer one is another app's. */
export const FORMAT = 1;
export const EMPTY_HASH: Uint8Array = Buffer.alloc(32);

const TABLES = ['desks', 'changes', 'snapshots', 'leases', 'computers'] as const;

/** Locks out whoever makes the tables at the same time; any number does that no other program is likely to use. */
const LOCK = postgresSql`SELECT pg_advisory_xact_lock(731205518)`;

/**
 * Only what is missing is made: PostgreSQL wants the right to make a table also where there is one already. What is
 * sealed cannot be compressed, so it is not tried (EXTERNAL).
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

/** Makes the tables, tries what will be done with them, and takes all of it back. */
export const tryRights = async (session: DatabaseSession): Promise<void> => {
  const uses = TABLES.flatMap((table): readonly PostgresSql[] => [
    { text: `INSERT INTO reseller_desk.${table} SELECT * FROM reseller_desk.${table} WHERE false` },
    { text: `UPDATE reseller_desk.${table} SET ${table === 'desks' ? 'id = id' : 'desk = desk'} WHERE false` },
    { text: `DELETE FROM reseller_desk.${table} WHERE false` },
  ]);
  await session.run(postgresSql`BEGIN`, LOCK, TABLES_MADE, ...uses, postgresSql`ROLLBACK`);
};

/**
 * Makes the desk, empty, and the tables if there are none. One that is there already stays as it is.
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
