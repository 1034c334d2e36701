import type { EventName } from '#shared/contract/index.ts';
import type { Emit, EventPayloads } from './handlers.ts';
import type { Logger } from './ports.ts';

/** The events of one part of the core for the others, beside those of the contract, which the pages receive as well. */
interface Signals {
  /** Another account is shown now, or the same one with another token. */
  readonly 'account.opened': Record<never, never>;
  /** The service's sum of everything that the account has spent is not what it was. */
  readonly 'spending.changed': { readonly accountId: string };
  /** The pools or the subscriptions of a client were read. */
  readonly 'goods.read': { readonly accountId: string; readonly clientId: number };
  /** The service answers again. */
  readonly 'connection.returned': Record<never, never>;
  /** Something else than the feature of sales wrote sales, payments or prices. */
  readonly 'sales.written': Record<never, never>;
  /** Something may be due now, or may go on. */
  readonly 'due.changed': Record<never, never>;
}

type Listener<Payload> = (payload: Payload) => void;

export interface Bus {
  /** Tells the pages and the features of an event of the contract. */
  readonly emit: Emit;
  /** Tells the features of a signal. */
  readonly signal: <N extends keyof Signals>(name: N, payload: Signals[N]) => void;
  /** Calls the listener for each such event, in the order of subscription, before `emit` returns. */
  readonly on: <N extends EventName>(name: N, listener: Listener<EventPayloads[N]>) => void;
  readonly onSignal: <N extends keyof Signals>(name: N, listener: Listener<Signals[N]>) => void;
  /** Calls the listener for every event of the contract. */
  readonly onEveryChange: (listener: Listener<EventName>) => void;
}

/** Carries events between the features of one open desk. Events of the contract go to the pages first. */
export const createBus = (tellPages: Emit, logger: Pick<Logger, 'error'>): Bus => {
  /** A listener that throws stops neither whoever emitted nor the other listeners. */
  const deliver = <Payload>(name: string, listeners: readonly Listener<Payload>[], payload: Payload): void => {
    for (const listener of listeners) {
      try {
        listener(payload);
      } catch (error) {
        logger.error('a listener failed', { name, error: error instanceof Error ? error.name : 'unknown' });
      }
    }
  };
  const createHub = <Events extends object>() => {
    const listeners: { [N in keyof Events]?: Listener<Events[N]>[] } = {};
    return {
      emit: <N extends keyof Events & string>(name: N, payload: Events[N]): void =>
        deliver(name, listeners[name] ?? [], payload),
      on: <N extends keyof Events>(name: N, listener: Listener<Events[N]>): void => {
        listeners[name] = [...(listeners[name] ?? []), listener];
      },
    };
  };
  const changes = createHub<EventPayloads>();
  const signals = createHub<Signals>();
  const observers: Listener<EventName>[] = [];

  return {
    emit: (name, payload) => {
      tellPages(name, payload);
      deliver(name, observers, name);
      changes.emit(name, payload);
    },
    signal: signals.emit,
    on: changes.on,
    onSignal: signals.on,
    onEveryChange: (listener) => {
      observers.push(listener);
    },
  };
};
