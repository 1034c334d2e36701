import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { rootArguments } from '../../electron/dev/launch-electron.ts';

/** A page that takes longer than this will never be ready. */
const LIMIT_MS = 60_000;

/** Starts an app just as its user would: no test driver slows it down, and the page is queried over DevTools alone. */
export interface StartedApp {
  readonly pid: number;
  /** Start of the process in milliseconds since the epoch. */
  readonly startedAt: number;
  /** Runs an expression in the page; its result must be a number. */
  ask(expression: string): Promise<number>;
  /** Closes the window as a page does, and waits until it is gone. The process goes on if the app does. */
  closeWindow(): Promise<void>;
  close(): Promise<void>;
}

export const startApp = async (app: string, args: readonly string[]): Promise<StartedApp> => {
  const executable = process.env.ELECTRON_EXEC_PATH;
  if (executable === undefined) throw new Error('No Electron is prepared: start this with npm run bench.');
  const startedAt = Date.now();
  const child = spawn(executable, [...rootArguments(), app, '--remote-debugging-port=0', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  const close = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  try {
    const port = await devToolsPort(child);
    const page = await pageTarget(port);
    const ask = (expression: string): Promise<number> => evaluate(page, expression);
    const closeWindow = async (): Promise<void> => {
      // The page answers before it closes, because afterwards no answer would arrive.
      await ask('setTimeout(() => window.close(), 200)');
      await pageGone(port);
    };
    return { pid: child.pid ?? 0, startedAt, ask, closeWindow, close };
  } catch (error) {
    await close();
    throw error;
  }
};

/**
 * Measures the milliseconds from the start of the process until the page shows `text`, has painted its largest content, and
 * is no longer kept busy by long tasks (over 50 ms).
 */
export const timeToInteractive = async (app: StartedApp, text: string): Promise<number> =>
  (await app.ask(whenInteractive(text))) - app.startedAt;

/**
 * Measures the milliseconds from the start of the process until the page shows `text` and the core has then answered a
 * request for the first page of the clients.
 */
export const timeToAnswer = async (app: StartedApp, text: string): Promise<number> =>
  (await app.ask(whenAnswered(text))) - app.startedAt;

const devToolsPort = (child: ChildProcess): Promise<string> =>
  new Promise((found, reject) => {
    let output = '';
    child.stderr?.setEncoding('utf8').on('data', (part: string) => {
      output += part;
      const port = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(output)?.[1];
      if (port !== undefined) found(port);
    });
    child.once('exit', (code) => reject(new Error(`The app ended with ${code}: ${output.slice(-2000)}`)));
  });

const pageOf = async (port: string): Promise<string | undefined> => {
  const answer = await fetch(`http://127.0.0.1:${port}/json/list`);
  const targets = (await answer.json()) as { type: string; url: string; webSocketDebuggerUrl: string }[];
  return targets.find(({ type, url }) => type === 'page' && url !== '' && url !== 'about:blank')?.webSocketDebuggerUrl;
};

/** Waits for the page; these queries cost the app next to nothing. */
const pageTarget = async (port: string): Promise<string> => {
  const giveUpAt = Date.now() + LIMIT_MS;
  while (Date.now() < giveUpAt) {
    const page = await pageOf(port);
    if (page !== undefined) return page;
    await sleep(20);
  }
  throw new Error('The app opened no page.');
};

const pageGone = async (port: string): Promise<void> => {
  const giveUpAt = Date.now() + LIMIT_MS;
  while ((await pageOf(port)) !== undefined) {
    if (Date.now() > giveUpAt) throw new Error('The window did not close.');
    await sleep(50);
  }
};

const evaluate = async (target: string, expression: string): Promise<number> => {
  const socket = new WebSocket(target);
  await once(socket, 'open');
  const message = once(socket, 'message') as Promise<[MessageEvent<string>]>;
  const params = { expression, awaitPromise: true, returnByValue: true };
  socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params }));
  const [{ data }] = await message;
  socket.close();
  const answer = JSON.parse(data) as { error?: { message: string }; result?: { result?: { value?: unknown } } };
  // The page was still loading, and the query went to the empty page before it.
  if (answer.error?.message.includes('context was destroyed') === true) return evaluate(target, expression);
  const value = answer.result?.result?.value;
  if (typeof value !== 'number') throw new Error(`The page did not tell its times: ${data.slice(0, 500)}`);
  return value;
};

const FIRST_CLIENTS = JSON.stringify({
  filter: { search: '' },
  sort: { by: 'name', direction: 'asc' },
  offset: 0,
  limit: 50,
});

/** Returns the lines that wait in the page until it shows `text`. They define `frame`, which waits for the next frame. */
const untilShown = (text: string): string => `
  const frame = () => new Promise((next) => requestAnimationFrame(next));
  while (!document.body?.innerText.includes(${JSON.stringify(text)})) {
    if (performance.now() > ${LIMIT_MS}) return 'it shows only: ' + document.body?.innerText;
    await frame();
  }`;

/** Returns the wall time in milliseconds since the epoch. Runs in the page. */
const whenAnswered = (text: string): string => `(async () => {
  ${untilShown(text)}
  const answer = await window.desk.invoke('clients.list', ${JSON.stringify(FIRST_CLIENTS)});
  if (!JSON.parse(answer).ok) return answer;
  return performance.timeOrigin + performance.now();
})()`;

/** Returns the wall time in milliseconds since the epoch. Runs in the page. */
const whenInteractive = (text: string): string => `(async () => {
  ${untilShown(text)}
  await frame();
  await frame();
  const shown = performance.now();
  const entries = (type) => new Promise((seen) => {
    const observer = new PerformanceObserver((list) => seen(list.getEntries()));
    observer.observe({ type, buffered: true });
    setTimeout(() => seen([]), 300);
  });
  const painted = (await entries('largest-contentful-paint')).at(-1)?.startTime;
  if (painted === undefined) return 'nothing was painted';
  const busyUntil = Math.max(0, ...(await entries('longtask')).map((task) => task.startTime + task.duration));
  return performance.timeOrigin + Math.max(painted, busyUntil, shown);
})()`;
