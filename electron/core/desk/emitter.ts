import type { EventPayloads } from '#core/handlers.ts';
import type { Logger } from '#core/ports.ts';
import { type EventName, events } from '#shared/contract/index.ts';

export interface CoreEvent {
  readonly name: EventName;
  readonly payload: unknown;
}

export type CoreListener = (event: CoreEvent) => void;

/**
 * Creates the emitter, through which events leave the core. A payload that breaks the contract is dropped, and only the
 * name of the event is logged, because the payload may contain a secret. A listener that throws stops neither the
 * feature that emitted nor the other listeners.
 */
export const createEmitter = (logger: Logger) => {
  const listeners = new Set<CoreListener>();
  return {
    emit: <N extends EventName>(name: N, payload: EventPayloads[N]) => {
      const checked = events[name].payload.safeParse(payload);
      if (!checked.success) {
        logger.error('an event is outside the contract', { name, path: checked.error.issues[0]?.path.join('.') ?? '' });
        return;
      }
      for (const listener of [...listeners]) {
        try {
          listener({ name, payload: checked.data });
        } catch (error) {
          logger.error('a listener failed', { name, error: error instanceof Error ? error.name : 'unknown' });
        }
      }
    },
    /** Returns a function that removes the listener. */
    on: (listener: CoreListener): (() => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
};
