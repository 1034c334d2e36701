import { placeOf } from '#core/desk/thread/error-place.ts';
import type { Logger } from '#core/ports.ts';
import type { ShellCore } from './core-thread.ts';

interface KeptCoreOptions {
  /** Starts a core; `onDeath` hears that it has ended although nobody had told it to. */
  readonly start: (onDeath: (error: unknown) => void) => ShellCore;
  /** It died. `isBack`: another one was started in its place. */
  readonly onDeath: (isBack: boolean) => void;
  readonly logger: Logger;
  readonly now: () => number;
}

/** What dies twice within this time would die again: it is not started a third time. */
const SOON_MS = 60_000;

/** To be asked at each death: whether the one before it was so lately that a new start would be of no use. */
export const createDeathWatch = (now: () => number): (() => boolean) => {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const isAgain = now() - last < SOON_MS;
    last = now();
    return isAgain;
  };
};

/**
 * Keeps a core running. What was under way in one that died is lost, but for what is on the disk: a purchase that was
 * sent is in the journal, and the next core finds out what became of it (docs/money.md).
 */
export const keepCore = ({ start, onDeath, logger, now }: KeptCoreOptions): ShellCore => {
  const diesAgain = createDeathWatch(now);
  const onEnd = (error: unknown): void => {
    logger.error('the core is gone', placeOf(error));
    const isAgain = diesAgain();
    if (!isAgain) {
      core = start(onEnd);
      // The first start is told by whoever waits for it.
      core.started.catch(onEnd);
    }
    onDeath(!isAgain);
  };
  let core = start(onEnd);
  return {
    ask: (name, input) => core.ask(name, input),
    handle: (request) => core.handle(request),
    hasChargeInFlight: () => core.hasChargeInFlight(),
    get started() {
      return core.started;
    },
    close: () => core.close(),
  };
};
