import type { Clock } from '#core/ports.ts';
import type { SetAside } from '#core/sync/model/set-aside.ts';
import { computerMark } from '#core/sync/model/stamps.ts';
import type { SharedStore } from '#core/sync/store/place.ts';
import type { SharedComputer, SharedDeskState } from '#shared/contract/shared-desk.ts';
import type { Computers, KnownComputer } from './computers.ts';

type Shared = Exclude<SharedDeskState, { readonly status: 'none' }>;

interface MemberViewDeps {
  readonly place: SharedStore;
  readonly computers: Computers;
  readonly computerId: string;
  readonly clock: Clock;
  readonly ownName: () => string;
  readonly aside: SetAside['sums'];
}

/** Heard of within this time is here. */
export const HERE_MS = 7 * 60_000;

/** The colleagues, and what came from them and cannot be used, as the window shows them. */
export const createMemberView = ({ place, computers, computerId, clock, ownName, aside }: MemberViewDeps) => {
  const toComputer = ({ id, name, seenAt }: KnownComputer): SharedComputer => {
    const isThis = id === computerId;
    // Without the database nobody knows who is there now.
    const isHere = isThis || (place.wakes() !== 'offline' && clock.now() - seenAt < HERE_MS);
    const isElsewhere = computers.awaited().includes(id);
    return { id, name, isThis, seenAt, isHere, isElsewhere, diedWhilePaying: computers.brokenOff().includes(id) };
  };

  const asideNow = (): Shared['aside'] =>
    aside().flatMap(({ reason, mark, count }) => {
      if (reason === 'waits') return [];
      return [
        {
          reason,
          computer: mark === computerMark(computerId) ? ownName() : computers.nameOf(mark),
          count,
        },
      ];
    });

  return { computersNow: (): SharedComputer[] => computers.all().map(toComputer), asideNow };
};
