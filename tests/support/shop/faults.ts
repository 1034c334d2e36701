import { setTimeout as sleep } from 'node:timers/promises';
import type { Postgres } from '../shared-desk/postgres.ts';
import type { Operator } from './operator.ts';
import type { ShopService } from './service.ts';

/** Lets something go wrong, and resolves when it is over. Returns what it was. */
export type Fault = () => Promise<string>;

const TABLES = ['desks', 'changes', 'snapshots', 'computers', 'leases'] as const;

interface Shop {
  readonly operators: readonly Operator[];
  readonly postgres: Postgres;
  readonly service: ShopService;
}

/** Copies the whole database, and can restore the copy. */
const createCopies = async (postgres: Postgres) => {
  const copy = async (): Promise<void> => {
    const copies = TABLES.map(
      (table) =>
        `DROP TABLE IF EXISTS copy_${table}; CREATE TABLE copy_${table} AS SELECT * FROM reseller_desk.${table}`,
    );
    await postgres.ask(`BEGIN ISOLATION LEVEL REPEATABLE READ; ${copies.join(';')}; COMMIT`);
  };
  const putBack = async (): Promise<void> => {
    await postgres.ask(`BEGIN; DELETE FROM reseller_desk.desks;
      ${TABLES.map((table) => `INSERT INTO reseller_desk.${table} SELECT * FROM copy_${table}`).join(';')}; COMMIT`);
  };
  await copy();
  return { copy, putBack };
};

/** The faults that happen to a shop on a bad day. */
export const createFaults = async (
  { operators, postgres, service }: Shop,
  random: () => number,
): Promise<readonly Fault[]> => {
  const { copy, putBack } = await createCopies(postgres);
  const one = (): Operator => operators[Math.floor(random() * operators.length)] as Operator;
  const killDatabase = async (): Promise<void> => {
    await postgres.kill();
    await sleep(random() * 3_000);
    await postgres.start();
  };
  return [
    async () => {
      const { way } = one();
      way.shut(true);
      await sleep(500 + random() * 6_000);
      way.shut(false);
      return 'way cut';
    },
    async () => {
      for (const { way } of operators) way.shut(true);
      await sleep(500 + random() * 4_000);
      for (const { way } of operators) way.shut(false);
      return 'all ways cut';
    },
    async () => {
      one().way.loseNextAnswer();
      return 'answer of the database lost';
    },
    async () => {
      const { way } = one();
      way.delay(150);
      await sleep(3_000);
      way.delay(0);
      return 'slow way';
    },
    async () => {
      const { way } = one();
      way.stall(true);
      await sleep(2_000);
      way.stall(false);
      way.cut();
      return 'way stalled';
    },
    async () => {
      await killDatabase();
      return 'database killed';
    },
    async () => {
      await copy();
      return 'database copied';
    },
    async () => {
      await putBack();
      return 'database put back';
    },
    async () => {
      await killDatabase();
      await putBack();
      return 'database killed and put back';
    },
    async () => {
      const operator = one();
      await operator.kill();
      await sleep(random() * 3_000);
      await operator.start();
      return 'window killed';
    },
    () => service.loseCharge(random),
    () => service.loseCharge(random),
  ];
};
