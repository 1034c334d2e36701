import { cp } from 'node:fs/promises';
import { DESK, NODE, openWineRoot, WINE } from './wine-root.ts';

/**
 * `run-under-wine.ts REPORT FILTER…`: runs vitest on Node for Windows under Wine, and writes its JSON report. Exits with
 * the code of vitest.
 */
const [report = '', ...filter] = process.argv.slice(2);

const VITEST = 'node_modules/vitest/vitest.mjs';
const REPORT = 'report.json';
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`];
/** Programs start many times slower than on Linux. A test that hangs still ends. */
const PATIENCE = ['--testTimeout=240000', '--hookTimeout=240000', '--expect.poll.timeout=200000'];
/** Node for Windows cannot write to pipes of Linux, so it writes to a file, and `tail` shows that until it has ended. */
const TO_FILE =
  'cd "$0" && touch log && { "$@" >log 2>&1 </dev/null & } && W=$! && tail --pid=$W --lines=+1 --follow log; wait $W';

const root = await openWineRoot().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
});
try {
  const command = ['wine', NODE, VITEST, 'run', '--maxWorkers=3', ...PATIENCE, ...reporters, ...filter];
  process.exitCode = await root.show(['sh', '-c', TO_FILE, DESK, ...command], WINE);
  await cp(root.outside(`${DESK}/${REPORT}`), report);
} finally {
  await root.close();
}
