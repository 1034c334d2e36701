import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureCleanRoots } from './ensure-clean-roots.ts';
import { ensureElectron } from './ensure-electron.ts';
import { ensureSystem } from './ensure-system.ts';
import { readFailedPages } from './failed-pages.ts';
import { failedInPlaywright, failedInVitest } from './failed-tests.ts';
import { makePackages } from './make-packages.ts';
import { keepTemporaryFilesInMemory } from './memory-folder.ts';
import { packagedFolder, projectRoot } from './places.ts';
import { buildApp, prepareUnattended } from './prepare.ts';
import { run } from './run.ts';
import { type Count, countPlaywright, countVitest, oneTest, sum, WINDOW_WORKERS } from './suites.ts';
import { makeTrialPackages } from './trial-packages.ts';

/**
 * `test.ts [SUITE [arguments for its runner]]`: runs one suite, or all but `install` and `windows` in order. After a failed
 * suite the others still run, so one run reports everything. At the end it names the failed tests again, because a long
 * output may be cut at its beginning. The last line is the sum.
 */
const reports = join(projectRoot, 'out', 'reports');
const failedTests: string[] = [];

/** Keeps the names of failed tests for the end. A runner may also fail by an error outside of its tests. */
const noteFailed = (runner: string, code: number, names: readonly string[]): void => {
  failedTests.push(...names);
  if (code !== 0 && names.length === 0) failedTests.push(`${runner} ended with code ${code}, although no test failed.`);
};

const vitest = async (folder: string, args: readonly string[]): Promise<Count> => {
  const report = join(reports, `${folder}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const filter = args.length > 0 ? args : [`tests/${folder}/`];
  const { code } = await run('vitest', ['run', ...reporters, ...filter]);
  noteFailed(`vitest (${folder})`, code, await failedInVitest(report));
  return countVitest(report, code);
};

let built: Promise<void> | undefined;
/** Builds the app once for the window tests and the package tests. */
const buildOnce = (): Promise<void> => {
  built ??= buildApp();
  return built;
};

const playwright = async (args: readonly string[]): Promise<Count> => {
  const report = join(reports, 'e2e.json');
  const records = join(reports, 'requests');
  await buildOnce();
  const { code } = await run('playwright', ['test', '--reporter=list,json', ...args], {
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report, REQUEST_RECORDS: records },
  });
  const count = await countPlaywright(report, code);
  noteFailed('playwright', code, await failedInPlaywright(report));
  for (const page of await readFailedPages(join(projectRoot, 'test-results'))) process.stdout.write(`\n${page}\n`);
  // With arguments only some files run, so requests that other files send would seem untested.
  if (args.length > 0) return count;
  const checked = await run(process.execPath, ['tests/support/check-requests.ts', records, `${records}.md`]);
  return sum([count, oneTest(checked.code)]);
};

/** Packages the app as `npm run package` does, and tests it the way a user would start it. */
const packaged = async (args: readonly string[]): Promise<Count> => {
  await buildOnce();
  const runtime = await ensureElectron();
  await makePackages({ runtime, output: packagedFolder, feed: '', key: '', isSigned: false, targets: 'unpacked' });
  return vitest('package', args);
};

const prepareSession = async (): Promise<{ close(): Promise<void> }> => {
  const leaveMemory = await keepTemporaryFilesInMemory();
  try {
    const desktop = await prepareUnattended('tests', WINDOW_WORKERS);
    return {
      close: async () => {
        await desktop.close();
        await leaveMemory();
      },
    };
  } catch (error) {
    await leaveMemory();
    throw error;
  }
};

let session: ReturnType<typeof prepareSession> | undefined;
/** Runs a suite in a session with a keychain and a display. Types and lint need neither. */
const inSession = async (suite: () => Promise<Count>): Promise<Count> => {
  session ??= prepareSession();
  await session;
  return suite();
};

/** Installs the packages in clean roots of Debian. It needs root and a mirror of Debian, so `npm test` leaves it out. */
const installed = async (args: readonly string[]): Promise<Count> => {
  await ensureCleanRoots('The packages cannot be installed here.');
  await ensureSystem('clean-roots');
  const runtime = await ensureElectron();
  await buildApp(runtime.executable);
  const removePackages = await makeTrialPackages(runtime);
  // Each test goes on where the one before it ended.
  const inOrder = ['--bail=1', '--no-file-parallelism'];
  const count = await vitest('install', [...inOrder, ...(args.length > 0 ? args : ['tests/install/'])]);
  await removePackages();
  return count;
};

/**
 * Runs a working day and the unit and integration tests under Wine. It needs what `install` needs, so `npm test` leaves it
 * out. On Windows itself it runs the working day.
 */
const windows = async (args: readonly string[]): Promise<Count> => {
  const [day, ...others] = ['tests/windows/', 'tests/unit/', 'tests/integration/'];
  if (process.platform === 'win32') return vitest('windows', args.length > 0 ? args : [day]);
  await ensureCleanRoots('The tests cannot run under Wine here.');
  await ensureSystem('clean-roots');
  const report = join(reports, 'windows.json');
  const filter = args.length > 0 ? args : [day, ...others];
  const { code } = await run(process.execPath, ['tests/windows/run-under-wine.ts', report, ...filter]);
  noteFailed('vitest (windows)', code, await failedInVitest(report));
  return countVitest(report, code);
};

type Suite = (args: readonly string[]) => Promise<Count>;

const suites = new Map<string, Suite>([
  ['types', async () => oneTest((await run('tsc', ['-b'])).code)],
  ['lint', async () => oneTest((await run('biome', ['check', '--error-on-warnings'])).code)],
  ['unit', (args) => vitest('unit', args)],
  ['integration', (args) => inSession(() => vitest('integration', args))],
  ['contract', (args) => inSession(() => vitest('contract', args))],
  ['e2e', (args) => inSession(() => playwright(args))],
  ['package', (args) => inSession(() => packaged(args))],
]);
const suitesByNameOnly = new Map<string, Suite>([
  ['install', installed],
  ['windows', windows],
]);

const attempt = async (name: string, suite: Suite, args: readonly string[]): Promise<Count> => {
  const started = performance.now();
  console.log(`\n== ${name}`);
  let count: Count;
  try {
    count = await suite(args);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    count = oneTest(1);
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`== ${name}: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped in ${seconds} s`);
  return count;
};

const main = async (): Promise<void> => {
  await rm(reports, { recursive: true, force: true });
  await mkdir(reports, { recursive: true });
  // npm removes the `--`, but it may be given when this file is started directly.
  const [wanted, ...args] = process.argv.slice(2).filter((argument) => argument !== '--');
  const all = [...suites, ...suitesByNameOnly];
  const chosen = wanted === undefined ? [...suites] : all.filter(([name]) => wanted === name);
  if (chosen.length === 0)
    throw new Error(`There is no suite ${wanted}; there are ${all.map(([name]) => name).join(', ')}.`);
  const counts: Count[] = [];
  for (const [name, suite] of chosen) counts.push(await attempt(name, suite, args));
  await (await session?.catch(() => undefined))?.close();
  const total = sum(counts);
  if (failedTests.length > 0) console.log(`\n== failed\n${failedTests.join('\n')}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  // `process.exitCode` would not do, because a hook of electron-builder ends an idle process with code 0.
  process.exit(total.failed === 0 ? 0 : 1);
};

await main();
