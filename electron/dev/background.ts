import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** The running daemons. They must end with this process, however it ends. */
const running = new Set<ChildProcess>();

const endAll = (): void => {
  for (const child of running) child.kill('SIGTERM');
};
process.on('exit', endAll);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    endAll();
    process.exit(1);
  });
}

export interface Background {
  readonly child: ChildProcess;
  /** The first line it wrote on the descriptor `readyOn`; empty if `readyOn` is a function. */
  readonly firstLine: string;
  /** Ends the daemon and waits until its process is gone. */
  close(): Promise<void>;
}

interface BackgroundOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string;
  /**
   * The descriptor on which the daemon writes a line when it is ready, or a function that is called until it returns
   * true.
   */
  readonly readyOn: 1 | 3 | (() => Promise<boolean>);
  /** The time it may take to become ready. 15 seconds by default. */
  readonly limitMs?: number;
}

/** Starts a daemon in the foreground and waits until it is ready. Rejects if it ends early or exceeds the limit. */
export const startBackground = (
  command: string,
  args: readonly string[],
  options: BackgroundOptions,
): Promise<Background> =>
  new Promise((settle, reject) => {
    const child = spawn(command, args, {
      env: options.env ?? process.env,
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    });
    running.add(child);
    const closed = new Promise<void>((done) => child.once('close', () => done()));
    // Waits for the exit, not for closed pipes: processes started by the daemon may have inherited them and live on.
    const ended = new Promise<void>((done) => {
      child.once('exit', () => done());
      child.once('error', () => done());
    });
    void ended.then(() => running.delete(child));
    const close = async (): Promise<void> => {
      child.kill('SIGTERM');
      await ended;
      for (const pipe of child.stdio) pipe?.destroy();
    };
    let complaints = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      complaints = (complaints + chunk.toString()).slice(-2000);
    });
    const timer = setTimeout(() => {
      void close();
      reject(new Error(`${command} did not get ready: ${complaints}`));
    }, options.limitMs ?? 15_000);
    const ready = (firstLine: string): void => {
      clearTimeout(timer);
      settle({ child, firstLine, close });
    };
    if (typeof options.readyOn === 'function') void untilYes(options.readyOn, child).then(() => ready(''), reject);
    else onFirstLine(child, options.readyOn, ready);
    if (options.readyOn !== 1) child.stdout?.resume();
    const fail = (error: Error): void => {
      clearTimeout(timer);
      reject(error);
    };
    child.once('error', (error) => {
      running.delete(child);
      fail(error);
    });
    void closed.then(() => fail(new Error(`${command} ended before it was ready: ${complaints}`)));
    child.stdin?.on('error', () => {
      // The daemon ended before it read its input; `close` reports that.
    });
    child.stdin?.end(options.input ?? '');
  });

const onFirstLine = (child: ChildProcess, descriptor: 1 | 3, listener: (line: string) => void): void => {
  let text = '';
  child.stdio[descriptor]?.on('data', (chunk: Buffer) => {
    const known = text.includes('\n');
    text += chunk.toString();
    const end = text.indexOf('\n');
    if (!known && end >= 0) listener(text.slice(0, end));
  });
};

const untilYes = async (ask: () => Promise<boolean>, child: ChildProcess): Promise<void> => {
  while (child.exitCode === null && child.signalCode === null) {
    if (await ask()) return;
    await sleep(50);
  }
};
