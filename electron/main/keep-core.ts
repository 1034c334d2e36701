import type { Logger } from '#core/ports.ts';
import { placeOf } from '#core/thread/error-place.ts';
import type { Core } from './core-thread.ts';

export interface KeptCoreOptions {
  /** Starts a core; `onDeath` hears that it has ended although nobody had told it to. */
  readonly start: (onDeath: (error: unknown) => void) => Core;
  /** It died. `isBack`: another one was started in its place. */
  readonly onDeath: (isBack: boolean) => void;
  readonly logger: Logger;
  readonly now: () => number;
}

/** A core that dies twice within this time would die again: it is not started a third time. */
const START_AGAIN_AFTER_MS = 60_000;

/**
 * Keeps a core running. What was under way in one that died is lost, but for what is on the disk: a purchase that was
 * sent is in the journal, and the next core finds out what became of it (docs/money.md).
 */
export const keepCore = ({ start, onDeath, logger, now }: KeptCoreOptions): Core => {
  let lastDeath = Number.NEGATIVE_INFINITY;
  const onEnd = (error: unknown): void => {
    logger.error('the core is gone', placeOf(error));
    const isAgain = now() - lastDeath < START_AGAIN_AFTER_MS;
    lastDeath = now();
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
