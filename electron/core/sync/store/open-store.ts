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
  /** UUIDs, in small letters. */
  readonly deskId: string;
  readonly computerId: string;
  /** Of a computer that is a member. */
  readonly session?: OwnSession;
  /** What time it is on the server, in ms since the epoch: with each look at how far the desk is. */
  readonly onTime?: (serverMs: number) => void;
  /** `wakes` has changed. */
  readonly onChange: () => void;
}

/**
 * The place of a shared desk. It connects by itself, for ever, and says over `wakes` and `onWake` when it has.
 * @throws DeskError `invalid-input` when that is no connection string
 */
export const openStore = (deps: StoreDeps): SharedStore => {
  const { deskId, computerId, session = { id: randomUUID(), before: [] } } = deps;
  const listeners = new Set<() => void>();
  let isWaking = false;
  /** Once for however many come together: each has all that is there read. */
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
