import type { ConnectionState } from '#shared/contract/connection.ts';
import { DeskError } from '#shared/result.ts';
import type { Session } from '../account/session.ts';
import type { CallOutcome } from '../api/call.ts';
import type { CommonDeps } from '../common/common-deps.ts';
import type { FeatureHandlers } from '../handlers.ts';
import { type ConnectionMonitor, createConnectionMonitor } from './connection-monitor.ts';

interface ConnectionDeps extends CommonDeps<'clock' | 'emit' | 'session'> {
  /** The service can be reached again after it could not. */
  readonly onReturn: () => void;
}

export type ConnectionFeature = ReturnType<typeof createConnection>;

export const createConnection = (deps: ConnectionDeps) => {
  const { clock, emit, session } = deps;

  const start = (): ConnectionMonitor => {
    let wasOffline = false;
    return createConnectionMonitor({
      clock,
      probe: (signal) => probe(session, signal),
      emit: (state) => {
        emit('connection.changed', state);
        if (state.status === 'online' && wasOffline) deps.onReturn();
        wasOffline = state.status === 'offline';
      },
    });
  };

  let monitor = start();
  const handlers: FeatureHandlers<'connection'> = {
    'connection.state': () => monitor.state(),
    'connection.check': () => monitor.check(),
  };

  return {
    handlers,
    isOffline: (): boolean => monitor.state().status === 'offline',
    /** Asks the service now whether it can be reached. Never rejects. */
    check: (): Promise<unknown> => monitor.check(),
    status: (): ConnectionState['status'] => monitor.state().status,
    report: (outcome: CallOutcome): void => monitor.report(outcome),
    /** Another desk was opened: what was known is about another service. */
    restart: (): void => {
      monitor.close();
      monitor = start();
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
