import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { JourneyFiles } from '../../support/journeys.ts';

const PROGRAM = join(import.meta.dirname, '../../bench/journeys.ts');

/**
 * The largest number of files in the core and in shared/ that may run for journeys of docs/architecture.md#journeys. A
 * number may only fall: lower it here when it does. If it has to rise, say why in the commit. The journeys of a list are
 * missing, because a reading that follows the list may fall into either of them.
 */
const MOST_FILES = { 'traffic purchase': 69, 'search letter': 20, 'standing order': 121 } as const;

it('no journey through the core passes through more files than before', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, '--json']);
  const files = JSON.parse(stdout) as JourneyFiles;
  for (const name of Object.keys(MOST_FILES) as (keyof typeof MOST_FILES)[]) {
    expect(files[name].length, `${name}:\n${files[name].join('\n')}`).toBeLessThanOrEqual(MOST_FILES[name]);
    expect(files[name].length).toBeGreaterThan(10);
  }
});
