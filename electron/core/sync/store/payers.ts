import { hasEnded } from './leases.ts';
import type { DatabaseSession } from './session.ts';
import type { SharedStore } from './shared-store.ts';
import { asUuid, postgresSql } from './sql.ts';

const MAX_COMPUTERS = 1_000;

/**
 * Returns the name of the row that says that a computer has begun to pay. The row is stored as a lease that has always
 * ended, because desks that exist already have the table of leases.
 */
const markOf = (computerId: string): string => `paying:${computerId}`;

/**
 * SQL that is true if the computer in the row `computer` began to pay without having published the purchase, no longer
 * pays, and still has not published it. The lease `charge` expires when a computer dies or is cut off. This row
 * does not, because no other computer knows what was bought.
 */
export const diedWhilePaying = postgresSql`EXISTS (
    SELECT FROM reseller_desk.leases WHERE desk = computer.desk AND name = 'paying:' || computer.id
  ) AND NOT EXISTS (
    SELECT FROM reseller_desk.leases AS lease
    WHERE desk = computer.desk AND name = 'charge' AND holder = computer.id AND NOT ${hasEnded}
  )`;

export const payersOf = (
  run: DatabaseSession['run'],
  deskId: string,
  computerId: string,
): Pick<SharedStore, 'beginPaying' | 'endPaying'> => ({
  beginPaying: async (mayBeUnpublished) => {
    const noted = postgresSql`INSERT INTO reseller_desk.leases (desk, name, holder, until)
      VALUES (${deskId}, ${markOf(computerId)}, ${computerId}, clock_timestamp()) ON CONFLICT DO NOTHING`;
    const others = postgresSql`SELECT id FROM reseller_desk.computers AS computer
      WHERE desk = ${deskId} AND id <> ${computerId} AND ${diedWhilePaying} ORDER BY id LIMIT ${MAX_COMPUTERS}`;
    const rows = (await run(...(mayBeUnpublished ? [noted, others] : [others]))).at(-1) ?? [];
    return rows.map(([id]) => asUuid(id));
  },
  endPaying: async () => {
    const [rows = []] = await run(
      postgresSql`DELETE FROM reseller_desk.leases WHERE desk = ${deskId} AND name = ${markOf(computerId)} RETURNING name`,
    );
    return rows.length > 0;
  },
});
