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

export interface ConnectionFeature {
  readonly handlers: FeatureHandlers<'connection'>;
  isOffline(): boolean;
  /** Asks the service now whether it can be reached. Never rejects. */
  check(): Promise<unknown>;
  status(): ConnectionState['status'];
  report(outcome: CallOutcome): void;
  /** Another desk was opened: what was known is about another service. */
  restart(): void;
  close(): void;
}

export const createConnection = (deps: ConnectionDeps): ConnectionFeature => {
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
  return {
    handlers: {
      'connection.state': () => monitor.state(),
      'connection.check': () => monitor.check(),
    },
    isOffline: () => monitor.state().status === 'offline',
    check: () => monitor.check(),
    status: () => monitor.state().status,
    report: (outcome) => monitor.report(outcome),
    restart: () => {
      monitor.close();
      monitor = start();
      emit('connection.changed', monitor.state());
    },
    close: () => monitor.close(),
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
