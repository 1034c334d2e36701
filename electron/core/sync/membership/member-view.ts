import { toStoredError } from '#core/platform/text/stored-error.ts';
import type { Clock } from '#core/ports.ts';
import type { SetAside } from '#core/sync/model/set-aside.ts';
import { computerMark } from '#core/sync/model/timestamps.ts';
import type { SharedStore } from '#core/sync/store/shared-store.ts';
import type { SharedComputer, SharedDeskState } from '#shared/contract/shared-desk.ts';
import type { Computers, KnownComputer } from './computers.ts';
import { type MemberStateHolder, memberProblem } from './member-state.ts';

type Shared = Exclude<SharedDeskState, { readonly status: 'none' }>;

interface ViewContext {
  readonly store: SharedStore;
  readonly computers: Computers;
  readonly computerId: string;
  readonly clock: Clock;
  readonly state: MemberStateHolder;
  readonly ownName: () => string;
  readonly aside: SetAside['sums'];
  readonly rightsOf: (computerId: string) => SharedComputer['rights'];
}

/** A computer that gave a sign within this time counts as present. */
export const HERE_MS = 7 * 60_000;

/** Returns the colleagues, and the changes of theirs that cannot be used here, as the window shows them. */
export const viewMember = (context: ViewContext): Pick<Shared, 'computers' | 'aside' | 'problem'> => {
  const { store, computers, computerId, clock, state } = context;
  const toComputer = ({ id, name, seenAt }: KnownComputer): SharedComputer => {
    const isThis = id === computerId;
    // Without a connection, it is not known which computers are there now.
    const isHere = isThis || (store.wakes() !== 'offline' && clock.now() - seenAt < HERE_MS);
    const isElsewhere = computers.awaited().includes(id);
    const diedWhilePaying = computers.brokenOff().includes(id);
    return { id, name, isThis, seenAt, isHere, isElsewhere, diedWhilePaying, rights: context.rightsOf(id) };
  };

  const problem = memberProblem(state.now());
  return {
    problem: problem === null ? null : toStoredError(problem),
    computers: computers.all().map(toComputer),
    aside: context.aside().flatMap(({ reason, mark, count }) => {
      if (reason === 'waits') return [];
      const isOwn = mark === computerMark(computerId);
      const computer = isOwn ? context.ownName() : mark === null ? '' : computers.nameOf(mark);
      return [{ reason, computer, count }];
    }),
  };
};
