import { placeOf } from '#core/desk/thread/error-place.ts';
import { stopped } from '#core/desk/thread/messages.ts';
import type { Logger } from '#core/ports.ts';
import type { ShellCore } from './core-thread.ts';

interface KeptCoreOptions {
  /** Starts a core. `onDeath` is called if it ends unexpectedly. */
  readonly start: (onDeath: (error: unknown) => void) => ShellCore;
  /** Called when the core died. `isBack`: another one was started in its place. */
  readonly onDeath: (isBack: boolean) => void;
  readonly logger: Logger;
  readonly now: () => number;
}

/** Stands for a core that never started. */
const STOPPED: ShellCore = {
  ask: async () => stopped(),
  handle: async () => stopped(),
  hasChargeInFlight: () => false,
  started: new Promise(() => undefined),
  close: async () => undefined,
};

/** A second death within this time suggests that a third start would fail as well. */
const SOON_MS = 60_000;

/**
 * Returns a function to call at each death. It returns whether the previous one was so recent that a restart is
 * pointless.
 */
export const createDeathWatch = (now: () => number): (() => boolean) => {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const isAgain = now() - last < SOON_MS;
    last = now();
    return isAgain;
  };
};

export interface KeptCore extends ShellCore {
  /** Starts the core if it has not started yet. A request that needs it does the same. */
  readonly begin: () => void;
}

/**
 * Starts a core when it is needed, and keeps it running. When one dies, its running work is lost except for what is on the disk. A purchase that was
 * sent is in the journal, and the next core finds out its outcome (docs/money.md).
 */
export const keepCore = ({ start, onDeath, logger, now }: KeptCoreOptions): KeptCore => {
  const diesAgain = createDeathWatch(now);
  const onEnd = (error: unknown): void => {
    logger.error('the core is gone', placeOf(error));
    const isAgain = diesAgain();
    if (!isAgain) {
      core = start(onEnd);
      // Failures of the first start are reported by the caller that waits for it.
      core.started.catch(onEnd);
    }
    onDeath(!isAgain);
  };
  let core: ShellCore | null = null;
  let isClosed = false;
  /** Returns the core. One that would start after the app began to close only answers that it has stopped. */
  const running = (): ShellCore => {
    core ??= isClosed ? STOPPED : start(onEnd);
    return core;
  };
  return {
    begin: () => void running(),
    ask: (name, input) => running().ask(name, input),
    handle: (request) => running().handle(request),
    hasChargeInFlight: () => core?.hasChargeInFlight() ?? false,
    get started() {
      return running().started;
    },
    close: () => {
      isClosed = true;
      return running().close();
    },
  };
};
