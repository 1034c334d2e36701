import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JOURNEYS, measureJourneys } from '../support/journeys.ts';

/**
 * `npx node tests/bench/journeys.ts [--json]` prints the files of each journey (docs/architecture.md#journeys). It is a
 * program of its own because anything else that runs in the same process would be counted.
 */
const folder = await mkdtemp(join(tmpdir(), 'desk-journeys-'));
try {
  const files = await measureJourneys(folder);
  if (process.argv.includes('--json')) console.log(JSON.stringify(files));
  else
    for (const name of JOURNEYS) console.log(`\n${name}: ${files[name].length} files\n  ${files[name].join('\n  ')}`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
