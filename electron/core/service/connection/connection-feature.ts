import type { Bus } from '#core/bus.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import type { Clock } from '#core/ports.ts';
import type { Session } from '#core/service/account/session.ts';
import type { CallOutcome } from '#core/service/api/call.ts';
import type { ClockState, ConnectionState } from '#shared/contract/connection.ts';
import { DeskError } from '#shared/result.ts';
import { type ConnectionMonitor, createConnectionMonitor } from './connection-monitor.ts';

interface ConnectionDeps {
  readonly clock: Clock;
  readonly bus: Bus;
  readonly session: Session;
}

/** Far more than a wrong zone or summer time make; what falls due is a matter of days. */
const CLOCK_WRONG_MS = 18 * 3_600_000;

/** More than answers are late, and enough to call today what ends tomorrow. */
const CLOCK_OFF_MS = 20 * 60_000;
/** Told to within so many ms, so that it is told when it changes and not with each answer. */
const CLOCK_STEP_MS = 60_000;

export type ConnectionFeature = ReturnType<typeof createConnection>;

export const createConnection = (deps: ConnectionDeps) => {
  const { clock, bus, session } = deps;
  const { emit } = bus;

  const start = (): ConnectionMonitor => {
    let wasOffline = false;
    return createConnectionMonitor({
      clock,
      probe: (signal) => probe(session, signal),
      emit: (state) => {
        emit('connection.changed', state);
        if (state.status === 'online' && wasOffline) bus.signal('connection.returned', {});
        wasOffline = state.status === 'offline';
      },
    });
  };

  let monitor = start();
  let clockAheadMs: number | null = null;
  /** This computer's clock is not that of the service, by the last answer that said what time it is. */
  const isClockWrong = (): boolean => Math.abs(clockAheadMs ?? 0) > CLOCK_WRONG_MS;
  const clockState = (): ClockState => {
    const isMisleading = clockAheadMs !== null && Math.abs(clockAheadMs) > CLOCK_OFF_MS;
    return { aheadMs: isMisleading ? Math.round((clockAheadMs ?? 0) / CLOCK_STEP_MS) * CLOCK_STEP_MS : null };
  };
  /** Joins what an answer said of the time to what is known. */
  const learnTime = (aheadMs: number | null): void => {
    const before = clockState().aheadMs;
    clockAheadMs = aheadMs;
    const { aheadMs: after } = clockState();
    if (after !== before) emit('connection.clockChanged', { aheadMs: after });
  };
  const handlers: FeatureHandlers<'connection'> = {
    'connection.clock': clockState,
    'connection.state': () => monitor.state(),
    'connection.check': () => monitor.check(),
  };

  return {
    handlers,
    isOffline: (): boolean => monitor.state().status === 'offline',
    /** Asks the service now whether it can be reached. Never rejects. */
    check: (): Promise<unknown> => monitor.check(),
    status: (): ConnectionState['status'] => monitor.state().status,
    report: (outcome: CallOutcome): void => {
      learnTime(outcome.clockAheadMs ?? clockAheadMs);
      monitor.report(outcome);
    },
    /** By the last answer that said what time it is, in ms; `null`: none has. */
    clockAheadMs: (): number | null => clockAheadMs,
    isClockWrong,
    /** The same, with the service asked again if so: the clock may have been set right since. Never rejects. */
    isClockStillWrong: async (): Promise<boolean> => {
      if (isClockWrong()) await monitor.check();
      return isClockWrong();
    },
    /** Another desk was opened: what was known is about another service. */
    restart: (): void => {
      monitor.close();
      monitor = start();
      learnTime(null);
      emit('connection.changed', monitor.state());
    },
    close: (): void => monitor.close(),
  };
};

/** Without a token nothing is sent, so nothing is learned about the connection. */
const probe = async (session: Session, signal: AbortSignal): Promise<void> => {
  try {
    const client = await session.api();
    await client.call('balance', {}, { attempts: 1, priority: 'background', signal });
  } catch (error) {
    const isSilent = error instanceof DeskError && (error.kind === 'signed-out' || error.kind === 'keychain');
    throw isSilent ? new DeskError('cancelled', 'There is no token to ask with.') : error;
  }
};
