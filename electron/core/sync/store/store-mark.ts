import { DeskError } from '#shared/result.ts';
import type { DatabaseSession } from './session.ts';
import { type PostgresSql, postgresSql } from './sql.ts';

/** Stands for a number that the server does not give. */
const UNREADABLE_SERVER = '?';

/**
 * Reads a mark that tells one database from another, whatever address leads to it: the number that a server gets when
 * it is set up, and the numbers of the database and of our schema in it. A database that was filled from a dump has
 * other numbers.
 * @throws DeskError of kind `offline`
 */
export const readStoreMark = async (run: DatabaseSession['run']): Promise<string> => {
  const ask = async (statement: PostgresSql): Promise<readonly string[]> => {
    try {
      const [rows] = await run(statement);
      return (rows?.[0] ?? []).map((value) =>
        /^\d{1,20}$/.test(value ?? '') ? (value ?? UNREADABLE_SERVER) : UNREADABLE_SERVER,
      );
    } catch (error) {
      // Some hosting services allow nobody to ask for it.
      if (error instanceof DeskError && error.kind === 'conflict') return [UNREADABLE_SERVER];
      throw error;
    }
  };
  const server = await ask(postgresSql`SELECT system_identifier FROM pg_control_system()`);
  const here = await ask(postgresSql`SELECT oid, to_regnamespace('reseller_desk')::oid FROM pg_database
    WHERE datname = current_database()`);
  return [...server, ...here].join(':');
};
