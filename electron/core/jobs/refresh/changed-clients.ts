import type { Emit } from '#core/handlers.ts';
import type { Clock } from '#core/ports.ts';

const EVERY_MS = 2_000;
/** If more have changed, the window is told that many have. */
const NAMED = 200;

/** Tells the window which clients a run has changed, now and then: it reads its whole list again each time. */
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
