import type { EventPayloads } from '#core/handlers.ts';
import type { Logger } from '#core/ports.ts';
import { type EventName, events } from '#shared/contract/index.ts';

export interface CoreEvent {
  readonly name: EventName;
  readonly payload: unknown;
}

export type CoreListener = (event: CoreEvent) => void;

/**
 * Where events leave the core. A payload outside the contract is dropped and logged by name only: what is wrong in it
 * may be a secret. A listener that throws harms neither the feature that emitted nor the other listeners.
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
    /** Returns what takes the listener off again. */
    on: (listener: CoreListener): (() => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
};
