import { computerMark } from '#core/sync/model/stamps.ts';
import type { Duty, SharedStore } from '#core/sync/store/place.ts';
import type { SharedDeskState, SharedDuty } from '#shared/contract/shared-desk.ts';
import type { DeskError } from '#shared/result.ts';
import type { Computers } from './computers.ts';

type Status = Exclude<SharedDeskState, { readonly status: 'none' }>['status'];

interface MemberConnectionDeps {
  readonly place: SharedStore;
  readonly computers: Computers;
  readonly computerId: string;
  /** Something that was told and cannot be used here may be about money. */
  readonly hidesMoney: () => boolean;
  /** Why the last exchange failed; `null`: it did not. */
  readonly problem: () => DeskError | null;
  /** All was exchanged at least once since the app was started. */
  readonly hasExchanged: () => boolean;
}

/** What follows from how well this computer is connected with the others: who pays by itself, and who may. */
export const createMemberConnection = (deps: MemberConnectionDeps) => {
  const { place, computers, computerId } = deps;
  /** What somebody may have to do something about: also what keeps a connection from coming back. */
  const trouble = (): DeskError | null => deps.problem() ?? (place.wakes() === 'offline' ? place.problem() : null);
  const status = (): Status => {
    const found = trouble();
    if (found !== null && found.kind !== 'offline') return 'stopped';
    if (place.wakes() === 'offline' || deps.problem() !== null)
      return !deps.hasExchanged() && deps.problem() === null ? 'connecting' : 'offline';
    return deps.hasExchanged() ? 'shared' : 'connecting';
  };
  const isCutOff = (): boolean => status() === 'offline' || status() === 'stopped';
  /** See `ChargeGuard`. */
  const isUnguarded = (): boolean =>
    isCutOff() ||
    computers.brokenOff().length > 0 ||
    computers.awaited().length > 0 ||
    deps.hidesMoney() ||
    place.twin() === 'found';
  const duty = (name: Duty): SharedDuty => {
    const found = place.dutyOf(name);
    // What others read does not come here any more, though it is known who they are.
    if (name === 'refresh' && status() === 'stopped') return { is: 'unguarded', computer: '' };
    // To the database both are one, so both have what one of them has.
    if (name === 'standing' && place.twin() !== 'none')
      return { is: place.twin() === 'found' ? 'unguarded' : 'unknown', computer: '' };
    if (found !== null && found.holder !== computerId)
      return { is: 'other', computer: computers.nameOf(computerMark(found.holder)) };
    // Somebody may have bought what is due.
    if (name === 'standing' && computers.brokenOff().length + computers.awaited().length > 0)
      return { is: 'unguarded', computer: '' };
    if (found !== null) return { is: 'this', computer: '' };
    if (isCutOff()) return { is: 'unguarded', computer: '' };
    return { is: deps.hasExchanged() && place.knowsDuties() ? 'nobody' : 'unknown', computer: '' };
  };
  const duties = (): Record<Duty, SharedDuty> => ({ refresh: duty('refresh'), standing: duty('standing') });
  return { trouble, status, isUnguarded, duty, duties };
};
