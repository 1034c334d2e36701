import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { measureJourneys } from '../../support/journeys.ts';

/**
 * How many files of the core and of shared/ run for journeys of docs/architecture.md#journeys. A number may only fall: lower
 * it here when it does. If it has to rise, say why in the commit. The journeys of a list are not here, because a reading that
 * follows the list may come in time for either of them.
 */
const MOST_FILES = { 'traffic purchase': 79, 'search letter': 20, 'standing order': 121 } as const;

it('no journey through the core passes through more files than before', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'desk-journeys-'));
  try {
    const files = await measureJourneys(folder);
    for (const name of Object.keys(MOST_FILES) as (keyof typeof MOST_FILES)[]) {
      expect(files[name].length, `${name}:\n${files[name].join('\n')}`).toBeLessThanOrEqual(MOST_FILES[name]);
      expect(files[name].length).toBeGreaterThan(10);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
