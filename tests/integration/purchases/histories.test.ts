import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { history } from '../../support/histories/history.ts';
import { createStage, type Stage } from '../../support/histories/play.ts';
import { REGRESSIONS } from '../../support/histories/regressions.ts';

/** The bench plays 10,000 of them, with another seed every day. */
const HISTORIES = 200;

let stage: Stage;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage.close());

it('no history pays twice unseen, loses money, or claims what it does not know', async () => {
  const property = fc.asyncProperty(history, async (steps) => {
    expect(await stage.play(steps)).toEqual([]);
  });
  await fc.assert(property, { numRuns: HISTORIES, seed: 20261122, examples: REGRESSIONS.map((steps) => [steps]) });
}, 600_000);
