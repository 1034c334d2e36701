import { afterAll, beforeAll, expect, it } from 'vitest';
import { playMoney } from '../../support/shared-desk/play-money.ts';
import { type Postgres, startPostgres } from '../../support/shared-desk/postgres.ts';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());

it.each([
  { seed: 1, steps: 20, computers: 3 },
  { seed: 2, steps: 20, computers: 2 },
])(
  'computers that buy over a failing database end equal, agree with the books, and pay nothing twice: %j',
  async (how) => {
    const { wrong, sent, charged, story } = await playMoney(postgres, how);
    expect(wrong, story.join('\n')).toEqual([]);
    expect(sent).toBeGreaterThan(4);
    expect(charged).toBeGreaterThan(2);
  },
  120_000,
);
