import { headOf, readHead } from './changes.ts';
import type { Clones } from './clones.ts';
import { diedWhilePaying } from './payers.ts';
import type { RoleLeaseRows } from './role-leases.ts';
import type { DatabaseSession } from './session.ts';
import type { Head, SharedStore, StoredComputer } from './shared-store.ts';
import { asBytes, asInteger, asUuid, postgresSql } from './sql.ts';

const MAX_COMPUTERS = 1_000;
/** The largest sealed entry of a computer, in bytes. */
const MAX_ENTRY = 16_384;

/** Reads and writes which computers belong to the desk, and when each was last heard of. */
export const computersOf = (
  run: DatabaseSession['run'],
  deskId: string,
  computerId: string,
  roleLeases: RoleLeaseRows,
  clones: Clones,
): Pick<SharedStore, 'computers' | 'putComputer' | 'removeComputer' | 'heartbeat' | 'cloneState' | 'leaveToClone'> => {
  const computers = async (): Promise<readonly StoredComputer[]> => {
    const [rows = []] = await run(
      postgresSql`SELECT id, encode(sealed, 'base64'), floor(extract(epoch FROM seen_at) * 1000)::bigint,
          ${diedWhilePaying}
        FROM reseller_desk.computers AS computer WHERE desk = ${deskId} ORDER BY id LIMIT ${MAX_COMPUTERS}`,
    );
    return rows.map((row) => ({
      id: asUuid(row[0]),
      sealed: asBytes(row[1], MAX_ENTRY),
      seenAt: asInteger(row[2]),
      diedWhilePaying: row[3] === 't',
    }));
  };

  const putComputer = async (sealed: Uint8Array): Promise<void> => {
    await run(
      postgresSql`INSERT INTO reseller_desk.computers (desk, id, sealed) VALUES (${deskId}, ${computerId}, ${sealed})
        ON CONFLICT (desk, id) DO UPDATE SET sealed = excluded.sealed, seen_at = clock_timestamp()`,
    );
  };

  const removeComputer = async (id: string): Promise<void> => {
    await run(
      postgresSql`DELETE FROM reseller_desk.computers WHERE desk = ${deskId} AND id = ${id}`,
      // The lease `charge` stays, because the computer may be paying. It expires.
      postgresSql`DELETE FROM reseller_desk.leases WHERE desk = ${deskId} AND holder = ${id} AND name <> 'charge'`,
    );
  };

  const heartbeat: SharedStore['heartbeat'] = async (wanted = []): Promise<Head | null> => {
    const asked = roleLeases.ask(wanted);
    const present = clones.ask();
    const [, heads, ...answers] = await run(
      postgresSql`UPDATE reseller_desk.computers SET seen_at = clock_timestamp() WHERE desk = ${deskId} AND id = ${computerId}`,
      headOf(deskId),
      ...present,
      ...asked.statements,
    );
    const head = readHead(heads);
    clones.hear(answers.at(present.length - 1) ?? []);
    asked.hear(answers.at(-1) ?? []);
    return head;
  };

  const leaveToClone = async (): Promise<void> => {
    await run(...clones.leaveToClone());
  };

  return { computers, putComputer, removeComputer, heartbeat, cloneState: clones.cloneState, leaveToClone };
};
