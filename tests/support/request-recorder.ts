import type nodeFs from 'node:fs';
import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { type ElectronApplication, expect, type Page, type TestInfo } from '@playwright/test';
import type * as Electron from 'electron';
import type { ProcedureName } from '#shared/contract/index.ts';
import type { AppError } from '#shared/result.ts';
import { runningTest } from './failure-evidence.ts';

/**
 * Records the requests that the real window sends to the core during the end-to-end tests, and how they end. It writes one
 * line for each kind of end of each request into out/reports/requests, and request-report.ts turns the lines into the
 * report. Only requests of the page itself count: they arrive as JSON text, whereas a test's own requests arrive as objects.
 */
const FOLDER = 'REQUEST_RECORDS';

const fileOf = (info: TestInfo): string | null => {
  const folder = process.env[FOLDER];
  return folder === undefined ? null : join(folder, `${info.parallelIndex}.jsonl`);
};

const nameOf = (info: TestInfo): string => {
  const file = relative(join(import.meta.dirname, '..', 'e2e'), info.file);
  return [file, ...info.titlePath.slice(1)].join(' › ');
};

/** The recorder in the main process, which the tests can reach. */
interface Recorder {
  /** The test that uses the app now. */
  test: string;
  /** Errors with which requests are refused from now on, by name of the request. */
  readonly armed: Map<string, AppError>;
  /** The functions that let waiting requests go on, by name of the request; it has an entry while requests are held. */
  readonly held: Map<string, (() => void)[]>;
  /** How many of the page's requests ended well or were refused, by name. */
  readonly ended: Readonly<Record<'done' | 'refused', Map<string, number>>>;
}

declare global {
  var requestRecorder: Recorder | undefined;
}

/**
 * Wraps the app's IPC handler. The file is loaded before the app, so the handler does not exist yet. The function goes into
 * the main process as text and therefore cannot use anything outside of itself.
 */
const wrapIpcHandler = (electron: typeof Electron, fs: typeof nodeFs): void => {
  type Handler = (event: unknown, request: unknown) => unknown;
  const { file, test } = JSON.parse(process.env.REQUEST_RECORDER ?? '') as { file: string | null; test: string };
  const recorder: Recorder = {
    test,
    armed: new Map(),
    held: new Map(),
    ended: { done: new Map(), refused: new Map() },
  };
  const written = new Set<string>();
  const note = (request: string, outcome: string): void => {
    const counts = recorder.ended[outcome === 'ok' ? 'done' : 'refused'];
    counts.set(request, (counts.get(request) ?? 0) + 1);
    const line = JSON.stringify({ request, outcome, test: recorder.test });
    if (file === null || outcome === 'armed' || written.has(line)) return;
    written.add(line);
    fs.appendFileSync(file, `${line}\n`);
  };
  const outcomeOf = (answer: string): string => {
    // Most answers are successes, and the answer of a list is long, so it is not parsed.
    if (answer.startsWith('{"ok":true')) return 'ok';
    const { kind, details } = JSON.parse(answer).error as AppError;
    const codes = details?.problems?.map(({ code }) => code) ?? [];
    return [kind, details?.code, ...codes].filter((part) => part !== undefined).join(' ');
  };
  const wrapHandler =
    (handler: Handler): Handler =>
    async (event, request) => {
      const { name, input } = request as { readonly name: string; readonly input: unknown };
      if (typeof input !== 'string') return handler(event, request);
      const error = recorder.armed.get(name);
      if (error !== undefined) {
        note(name, 'armed');
        return JSON.stringify({ ok: false, error });
      }
      await new Promise<void>((resolve) => {
        const waiting = recorder.held.get(name);
        if (waiting === undefined) resolve();
        else waiting.push(resolve);
      });
      const answer = await handler(event, request);
      if (typeof answer === 'string') note(name, outcomeOf(answer));
      return answer;
    };
  globalThis.requestRecorder = recorder;
  const { ipcMain } = electron;
  const handle = ipcMain.handle.bind(ipcMain);
  ipcMain.handle = (channel, handler) =>
    handle(channel, channel === 'desk:invoke' ? wrapHandler(handler as Handler) : handler);
};

const HOOK = join(tmpdir(), `desk-request-recorder-${process.pid}.cjs`);

interface Recording {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Arguments and environment for an app that records. Outside of a test (the bench) there is nothing to record. */
export const recordingLaunch = (): Recording => {
  const info = runningTest();
  if (info === null) return { args: [], env: {} };
  if (!existsSync(HOOK)) {
    writeFileSync(HOOK, `(${wrapIpcHandler})(require('electron'), require('node:fs'));\n`);
    process.once('exit', () => rmSync(HOOK, { force: true }));
  }
  const file = fileOf(info);
  if (file !== null) mkdirSync(dirname(file), { recursive: true });
  return { args: ['-r', HOOK], env: { REQUEST_RECORDER: JSON.stringify({ file, test: nameOf(info) }) } };
};

/** Attributes later requests of a shared app to the running test. */
export const recordRunningTest = async (app: ElectronApplication): Promise<void> => {
  const info = runningTest();
  if (info === null) return;
  await app.evaluate((_, test) => {
    if (globalThis.requestRecorder === undefined) return;
    globalThis.requestRecorder.test = test;
    globalThis.requestRecorder.armed.clear();
  }, nameOf(info));
};

interface Told {
  /** The words with which the window shows the refusal. */
  readonly tells: string | RegExp;
}

interface Given extends Partial<Told> {
  /** The error that replaces the app's own answer. */
  readonly error?: AppError;
}

interface Window {
  readonly app: ElectronApplication;
  readonly page: Page;
}

/** Counts how often the page's request ended this way; a test waits for one more. */
const countOf = ({ app }: Window, how: 'done' | 'refused', request: ProcedureName): Promise<number> =>
  app.evaluate((_, { how, request }) => globalThis.requestRecorder?.ended[how].get(request) ?? 0, { how, request });

const waitForEnd = async (
  desk: Window,
  how: 'done' | 'refused',
  request: ProcedureName,
  act: () => Promise<unknown>,
): Promise<void> => {
  const before = await countOf(desk, how, request);
  await act();
  // Trying a passphrase takes seconds on a busy machine.
  const patience = { message: `${request} is ${how}`, timeout: 30_000 };
  await expect.poll(() => countOf(desk, how, request), patience).toBeGreaterThan(before);
};

const arm = ({ app }: Window, request: ProcedureName, error: AppError | null): Promise<void> =>
  app.evaluate(
    (_, armed) => {
      if (armed.error === null) globalThis.requestRecorder?.armed.delete(armed.request);
      else globalThis.requestRecorder?.armed.set(armed.request, armed.error);
    },
    { request, error },
  );

/** Holds the page's requests of this name back while `act` runs, as if the core were busy. */
export const whileHeld = async (
  { app }: Pick<Window, 'app'>,
  request: ProcedureName,
  act: () => Promise<unknown>,
): Promise<void> => {
  await app.evaluate((_, name) => void globalThis.requestRecorder?.held.set(name, []), request);
  try {
    await act();
  } finally {
    await app.evaluate((_, name) => {
      for (const goOn of globalThis.requestRecorder?.held.get(name) ?? []) goOn();
      globalThis.requestRecorder?.held.delete(name);
    }, request);
  }
};

/** Expects that the user's action makes this request succeed. */
export const isDone = (desk: Window, request: ProcedureName, act: () => Promise<unknown>): Promise<void> =>
  waitForEnd(desk, 'done', request, act);

/** Expects that the user's action makes the app itself refuse this request, and that the window shows these words. */
export const isRefused = async (
  desk: Window,
  request: ProcedureName,
  act: () => Promise<unknown>,
  { tells }: Told,
): Promise<void> => {
  await waitForEnd(desk, 'refused', request, act);
  await expect(desk.page.getByText(tells).first(), `the refusal of ${request} is told`).toBeVisible();
  const info = runningTest();
  const file = info === null ? null : fileOf(info);
  if (info === null || file === null) return;
  appendFileSync(file, `${JSON.stringify({ request, outcome: 'told', test: nameOf(info) })}\n`);
};

/** An answer that cannot be confused with another one, because it carries words of its own. */
const refusalOf = (request: ProcedureName): AppError => ({
  kind: 'rejected',
  message: 'Refused for a test.',
  details: { serviceMessage: `no ${request} today` },
});

/** A problem of a field that no form has. */
export const unplacedProblemOf = (request: ProcedureName): AppError => ({
  kind: 'invalid-input',
  message: 'Refused for a test.',
  details: { code: 'contract', problems: [{ field: `elsewhere in ${request}`, code: 'of-no-form' }] },
});

const wordsOf = (request: ProcedureName, { error = refusalOf(request), tells }: Given): string | RegExp => {
  const words = tells ?? error.details?.serviceMessage ?? error.details?.problems?.[0]?.field;
  if (words === undefined) throw new Error('Which words tell it?');
  return words;
};

/** Does the same with an error that replaces the app's own answer while the test looks. */
export const refuses = async (
  desk: Window,
  request: ProcedureName,
  act: () => Promise<unknown>,
  given: Given = {},
): Promise<void> => {
  await arm(desk, request, given.error ?? refusalOf(request));
  try {
    await isRefused(desk, request, act, { tells: wordsOf(request, given) });
  } finally {
    await arm(desk, request, null);
  }
};

/** Does the same for a request that reads: the window offers to try again beside the words, and trying again works. */
export const refusesUntilTriedAgain = async (
  desk: Window,
  request: ProcedureName,
  act: () => Promise<unknown>,
  given: Given = {},
): Promise<void> => {
  const told = desk.page.getByText(wordsOf(request, given));
  const place = desk.page.locator('[role="alert"], [role="status"]').filter({ has: told }).last();
  const again = place.getByRole('button', { name: 'Try again' });
  // A change elsewhere makes a screen read again on its own. While every answer is refused, the notice stays all the same.
  await arm(desk, request, given.error ?? refusalOf(request));
  let doneBefore = 0;
  try {
    await isRefused(desk, request, act, { tells: wordsOf(request, given) });
    await waitForEnd(desk, 'refused', request, () => again.click());
    doneBefore = await countOf(desk, 'done', request);
  } finally {
    await arm(desk, request, null);
  }
  // The screen may show the refusal of each of several reads.
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 2_000 });
    await expect(told).toBeHidden({ timeout: 2_000 });
    expect(await countOf(desk, 'done', request), `${request} is done`).toBeGreaterThan(doneBefore);
  }).toPass();
};
