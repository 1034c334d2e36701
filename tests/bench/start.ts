import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectRoot } from '../../electron/dev/places.ts';
import { startTrayWatcher } from '../support/tray-watcher.ts';
import { BLANK_TEXT, writeBlankApp } from './blank-app.ts';
import { type OpenDesk, withDesk } from './desks.ts';
import { startApp, timeToAnswer, timeToInteractive } from './electron-process.ts';
import { type Bench, interleaved, type Measurement } from './measure.ts';
import { processTreeMegabytes } from './process-memory.ts';

const [FEW, USUAL, MANY] = [1_000, 10_000, 100_000];
/** In the first seconds the app reads the balance, checks the keychain and tidies up; the blank window waits as long. */
const SETTLE_MS = 4_000;
/** After this time the core has answered the page's first questions, so that the answers are kept for the next start. */
const ANSWERED_MS = 1_500;

const deskArguments = ({ userData }: OpenDesk): readonly string[] => [`--user-data-dir=${userData}`, '--lang=en-US'];

/** Measures the start until the overview shows its number of clients. */
const startDesk = (desk: OpenDesk, clients: number): Promise<number> =>
  start(projectRoot, deskArguments(desk), clients.toLocaleString('en'));

/** Does the same without the answers of the last run, from which the overview is usually drawn. */
const startWithoutAnswers = async (desk: OpenDesk, clients: number): Promise<number> => {
  await rm(join(desk.userData, 'data', 'first-answers.json'), { force: true });
  return startDesk(desk, clients);
};

/** Measures the start until the core has answered what the user's first click on the overview asks. */
const firstAnswer = (desk: OpenDesk, clients: number): Promise<number> =>
  start(projectRoot, deskArguments(desk), clients.toLocaleString('en'), timeToAnswer);

/** Opens a new copy of a desk once and dismisses the notice that it is a copy, which the desk of a user does not show. */
const settle = async (desk: OpenDesk, clients: number): Promise<void> => {
  const started = await startApp(projectRoot, deskArguments(desk));
  try {
    await timeToInteractive(started, clients.toLocaleString('en'));
    await sleep(SETTLE_MS);
    await started.ask(DISMISS);
  } finally {
    await started.close();
  }
};

/** Runs in the page. */
const DISMISS = `window.desk.invoke('system.dismissNotice', '{"notice":"copy"}').then((answer) => {
  if (!JSON.parse(answer).ok) return answer;
  return 0;
})`;

const start = async (
  app: string,
  args: readonly string[],
  text: string,
  measure = timeToInteractive,
): Promise<number> => {
  const started = await startApp(app, args);
  try {
    const time = await measure(started, text);
    await sleep(ANSWERED_MS);
    return time;
  } finally {
    await started.close();
  }
};

const memoryOf = async (app: string, args: readonly string[], text: string, isClosed = false): Promise<number> => {
  const started = await startApp(app, args);
  try {
    await timeToInteractive(started, text);
    if (isClosed) await started.closeWindow();
    await sleep(SETTLE_MS);
    return await processTreeMegabytes(started.pid);
  } finally {
    await started.close();
  }
};

const withBlankApp = async <T>(work: (app: string, args: readonly string[]) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'desk-bench-blank-'));
  try {
    const app = join(folder, 'app');
    await writeBlankApp(app);
    return await work(app, [`--user-data-dir=${join(folder, 'data')}`, '--lang=en-US']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

export const measureStart: Bench = () =>
  withBlankApp((app, args) =>
    withDesk(USUAL, async (desk) => {
      await settle(desk, USUAL);
      const [values = [], answered = [], without = [], baseline = []] = await interleaved([
        () => startDesk(desk, USUAL),
        () => firstAnswer(desk, USUAL),
        () => startWithoutAnswers(desk, USUAL),
        () => start(app, args, BLANK_TEXT),
      ]);
      const what = (end: string): string => `start to ${end}, 10,000 clients ÷ a blank window`;
      return [
        { what: what('interactive'), unit: 'ms', values, baseline, target: 1.35 },
        { what: what('the first answer of the core'), unit: 'ms', values: answered, baseline, target: 1.5 },
        { what: what('interactive without kept answers'), unit: 'ms', values: without, baseline },
      ];
    }),
  );

export const measureGrowth: Bench = () =>
  withDesk(FEW, (few) =>
    withDesk(MANY, async (many) => {
      await settle(few, FEW);
      await settle(many, MANY);
      const [values = [], baseline = []] = await interleaved([() => startDesk(many, MANY), () => startDesk(few, FEW)]);
      return [{ what: 'start to interactive, 100,000 clients ÷ 1,000', unit: 'ms', values, baseline, target: 1.05 }];
    }),
  );

export const measureMemory: Bench = () =>
  withBlankApp(async (app, args) => {
    const tray = await startTrayWatcher(process.env.DBUS_SESSION_BUS_ADDRESS ?? '');
    const measured = withDesk(USUAL, async (desk): Promise<readonly Measurement[]> => {
      const deskArgs = deskArguments(desk);
      const [values = [], baseline = [], closed = [], blankClosed = []] = await interleaved([
        () => memoryOf(projectRoot, deskArgs, USUAL.toLocaleString('en')),
        () => memoryOf(app, args, BLANK_TEXT),
        () => memoryOf(projectRoot, deskArgs, USUAL.toLocaleString('en'), true),
        () => memoryOf(app, [...args, '--stay'], BLANK_TEXT, true),
      ]);
      return [
        { what: 'memory of all processes, 10,000 clients ÷ a blank window', unit: 'MB', values, baseline, target: 1.3 },
        {
          what: 'memory of all processes, 10,000 clients ÷ a blank window, both closed to the tray',
          unit: 'MB',
          values: closed,
          baseline: blankClosed,
          target: 1.2,
        },
      ];
    });
    return measured.finally(tray.close);
  });
