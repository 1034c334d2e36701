import type { Emit } from '#core/handlers.ts';
import type { Clock } from '#core/ports.ts';

const EVERY_MS = 2_000;
/** If more have changed, the event names no clients. */
const NAMED = 200;

/**
 * Publishes the clients that a run has changed, but only now and then, because the window reads its whole list again
 * each time.
 */
export const createChangedClients = (emit: Emit, clock: Clock) => {
  const changed = new Set<number>();
  let isTimed = false;
  const flush = (): void => {
    if (changed.size === 0) return;
    emit('clients.changed', { clientIds: changed.size > NAMED ? null : [...changed] });
    changed.clear();
  };
  return {
    flush,
    add: (clientId: number): void => {
      changed.add(clientId);
      if (isTimed) return;
      isTimed = true;
      void clock.sleep(EVERY_MS).then(() => {
        isTimed = false;
        flush();
      });
    },
  };
};
