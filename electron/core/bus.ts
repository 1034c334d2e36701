import type { EventName } from '#shared/contract/index.ts';
import type { Emit, EventPayloads } from './handlers.ts';
import type { Logger } from './ports.ts';

/** Events between the features of the core, in addition to those of the contract, which the pages receive as well. */
interface Signals {
  /** Another account is shown, or the same one with another token. */
  readonly 'account.opened': Record<never, never>;
  /** The service's total of the account's spending has changed. */
  readonly 'spending.changed': { readonly accountId: string };
  /** The pools or the subscriptions of a client were read. */
  readonly 'goods.read': { readonly accountId: string; readonly clientId: number };
  /** The service answers again. */
  readonly 'connection.returned': Record<never, never>;
  /** Sales, payments, prices, or who may see them, were written. */
  readonly 'sales.written': Record<never, never>;
}

type Listener<Payload> = (payload: Payload) => void;

export interface Bus {
  /** Sends an event of the contract to the pages and the features. */
  readonly emit: Emit;
  /** Sends a signal to the features. */
  readonly signal: <N extends keyof Signals>(name: N, payload: Signals[N]) => void;
  /** Calls the listener for each such event, in the order of subscription, before `emit` returns. */
  readonly on: <N extends EventName>(name: N, listener: Listener<EventPayloads[N]>) => void;
  readonly onSignal: <N extends keyof Signals>(name: N, listener: Listener<Signals[N]>) => void;
  /** Calls the listener for every event of the contract but one. */
  readonly onChangesBut: (name: EventName, listener: () => void) => void;
}

/** Carries events between the features of one open desk. Events of the contract go to the pages first. */
export const createBus = (tellPages: Emit, logger: Pick<Logger, 'error'>): Bus => {
  /** Calls the listeners. One that throws stops neither the emitter nor the other listeners. */
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
  const observers: { readonly but: EventName; readonly listener: () => void }[] = [];

  return {
    emit: (name, payload) => {
      tellPages(name, payload);
      const called = observers.filter(({ but }) => but !== name).map(({ listener }) => listener);
      deliver(name, called, undefined);
      changes.emit(name, payload);
    },
    signal: signals.emit,
    on: changes.on,
    onSignal: signals.on,
    onChangesBut: (but, listener) => {
      observers.push({ but, listener });
    },
  };
};
