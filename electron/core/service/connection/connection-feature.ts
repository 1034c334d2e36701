import type { Bus } from '#core/bus.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import type { Clock } from '#core/ports.ts';
import type { ApiClient } from '#core/service/api/api-client.ts';
import type { CallOutcome } from '#core/service/api/call.ts';
import type { ClockState, ConnectionState } from '#shared/contract/connection.ts';
import { DeskError } from '#shared/result.ts';
import { type ConnectionMonitor, createConnectionMonitor } from './connection-monitor.ts';

interface ConnectionDeps {
  readonly clock: Clock;
  readonly bus: Bus;
  /** Returns the API client of the open desk. */
  readonly api: () => Promise<ApiClient>;
}

/** Far more than a wrong zone or daylight saving time cause. Due dates are a matter of days. */
const CLOCK_WRONG_MS = 18 * 3_600_000;

/** More than the delay of an answer, and enough to mistake tomorrow's end for today's. */
const CLOCK_OFF_MS = 20 * 60_000;
/** The difference is rounded to this many ms, so that it is published when it changes and not with every answer. */
const CLOCK_STEP_MS = 60_000;

export type ConnectionFeature = ReturnType<typeof createConnection>;

/** Creates the handlers of the contract's `connection.*` and the monitor behind them. */
export const createConnection = (deps: ConnectionDeps) => {
  const { clock, bus, api } = deps;
  const { emit } = bus;

  const start = (): ConnectionMonitor => {
    let wasOffline = false;
    return createConnectionMonitor({
      clock,
      probe: (signal) => probe(api, signal),
      emit: (state) => {
        emit('connection.changed', state);
        if (state.status === 'online' && wasOffline) bus.signal('connection.returned', {});
        wasOffline = state.status === 'offline';
      },
    });
  };

  let monitor = start();
  let clockAheadMs: number | null = null;
  /** Returns whether this computer's clock differs from the service's, by the last answer that contained a time. */
  const isClockWrong = (): boolean => Math.abs(clockAheadMs ?? 0) > CLOCK_WRONG_MS;
  const clockState = (): ClockState => {
    const isMisleading = clockAheadMs !== null && Math.abs(clockAheadMs) > CLOCK_OFF_MS;
    return { aheadMs: isMisleading ? Math.round((clockAheadMs ?? 0) / CLOCK_STEP_MS) * CLOCK_STEP_MS : null };
  };
  /** Updates the known difference with that of an answer. */
  const learnTime = (aheadMs: number | null): void => {
    const before = clockState().aheadMs;
    clockAheadMs = aheadMs;
    const { aheadMs: after } = clockState();
    if (after !== before) emit('connection.clockChanged', { aheadMs: after });
  };
  // Another desk was opened, and its service may be another one.
  bus.onSignal('account.opened', () => {
    monitor.close();
    monitor = start();
    learnTime(null);
    emit('connection.changed', monitor.state());
  });

  const handlers: FeatureHandlers<'connection'> = {
    'connection.clock': clockState,
    'connection.state': () => monitor.state(),
    'connection.check': () => monitor.check(),
  };

  return {
    handlers,
    isOffline: (): boolean => monitor.state().status === 'offline',
    /** Checks now whether the service can be reached. Never rejects. */
    check: (): Promise<unknown> => monitor.check(),
    status: (): ConnectionState['status'] => monitor.state().status,
    report: (outcome: CallOutcome): void => {
      learnTime(outcome.clockAheadMs ?? clockAheadMs);
      monitor.report(outcome);
    },
    /** Returns the difference by the last answer that contained a time, in ms; `null` if none has. */
    clockAheadMs: (): number | null => clockAheadMs,
    isClockWrong,
    /**
     * Returns the same after asking the service again, because the clock may have been corrected meanwhile. Never
     * rejects.
     */
    isClockStillWrong: async (): Promise<boolean> => {
      if (isClockWrong()) await monitor.check();
      return isClockWrong();
    },
    close: (): void => monitor.close(),
  };
};

/** Makes a request. Without a token nothing is sent, so nothing is learned about the connection. */
const probe = async (api: () => Promise<ApiClient>, signal: AbortSignal): Promise<void> => {
  try {
    const client = await api();
    await client.call('balance', {}, { attempts: 1, priority: 'background', signal });
  } catch (error) {
    const isSilent = error instanceof DeskError && (error.kind === 'signed-out' || error.kind === 'keychain');
    throw isSilent ? new DeskError('cancelled', 'There is no token to ask with.') : error;
  }
};
