import { randomUUID } from 'node:crypto';
import type { CommonDeps } from '#core/context.ts';
import { changesOf, channelOf, headOf } from './changes.ts';
import { clonesOf, type OwnSession } from './clones.ts';
import { computersOf } from './computers.ts';
import { keepConnected } from './connect.ts';
import { parseConnection } from './connection-string.ts';
import { leasesOf } from './leases.ts';
import { payersOf } from './payers.ts';
import { roleLeasesOf } from './role-leases.ts';
import type { SharedStore } from './shared-store.ts';
import { snapshotsOf } from './snapshots.ts';
import { readStoreMark } from './store-mark.ts';

interface StoreDeps extends CommonDeps<'clock' | 'logger'> {
  readonly connection: string;
  /** This and `computerId` are UUIDs in lower case. */
  readonly deskId: string;
  readonly computerId: string;
  /** The session of a computer that is a member. */
  readonly session?: OwnSession;
  /** Receives the time of the server, in ms since the epoch, whenever the head of the desk is read. */
  readonly onTime?: (serverMs: number) => void;
  /** Called when `wakes` has changed, or when there is a new reason for having no connection. */
  readonly onChange: () => void;
}

/**
 * Opens the store of a shared desk. It connects automatically and never gives up, and `wakes` and `onWake` say when it has
 * connected.
 * @throws DeskError `invalid-input` if `connection` is not a connection string that can be used
 */
export const openStore = (deps: StoreDeps): SharedStore => {
  const { deskId, computerId, session = { id: randomUUID(), before: [] } } = deps;
  const listeners = new Set<() => void>();
  let isWaking = false;
  /**
   * Wakes the listeners once for all notifications that come together, because each listener reads everything that is
   * there.
   */
  const wake = (): void => {
    if (isWaking) return;
    isWaking = true;
    setImmediate(() => {
      isWaking = false;
      for (const listener of listeners) listener();
    });
  };
  const { run, ...connection } = keepConnected({
    ...deps,
    target: parseConnection(deps.connection),
    channel: channelOf(deskId),
    own: computerId,
    look: headOf(deskId),
    onWake: wake,
  });
  const { roleHolder, knowsRoles, ...roleLeases } = roleLeasesOf(deps);
  return {
    ...changesOf(run, deskId, computerId, deps.onTime),
    ...leasesOf({ ...deps, run }),
    ...payersOf(run, deskId, computerId),
    ...snapshotsOf(run, deskId),
    ...computersOf(run, deskId, computerId, roleLeases, clonesOf({ deskId, computerId, session })),
    roleHolder,
    knowsRoles,
    mark: () => readStoreMark(run),
    onWake: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    wakes: connection.wakes,
    problem: connection.problem,
    retry: connection.retry,
    close: () => {
      listeners.clear();
      connection.close();
    },
  };
};
