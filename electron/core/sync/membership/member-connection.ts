import { computerMark } from '#core/sync/model/timestamps.ts';
import type { Role, SharedStore } from '#core/sync/store/shared-store.ts';
import type { SharedDeskState, SharedRole } from '#shared/contract/shared-desk.ts';
import { DeskError } from '#shared/result.ts';
import type { Computers } from './computers.ts';
import type { MemberStateHolder } from './member-state.ts';

type ShownStatus = Exclude<SharedDeskState, { readonly status: 'none' }>['status'];

interface MemberConnectionDeps {
  readonly store: SharedStore;
  readonly computers: Computers;
  readonly computerId: string;
  readonly state: MemberStateHolder;
  /** Returns whether values that cannot be used here may concern money. */
  readonly hidesMoney: () => boolean;
}

export type MemberConnection = ReturnType<typeof createMemberConnection>;

/** Decides what this computer may do, given how well it is connected to the others. */
export const createMemberConnection = (deps: MemberConnectionDeps) => {
  const { store, computers, computerId, state } = deps;

  const status = (): ShownStatus => {
    const now = state.now().status;
    return now === 'closed' ? 'offline' : now;
  };

  const isCutOff = (): boolean => status() === 'offline' || status() === 'stopped';

  /** See `ChargeGuard`. */
  const isUnguarded = (): boolean =>
    isCutOff() ||
    computers.brokenOff().length > 0 ||
    computers.awaited().length > 0 ||
    deps.hidesMoney() ||
    store.cloneState() === 'found';

  /** Returns which computer performs a task for the whole desk. */
  const roleOf = (name: Role): SharedRole => {
    const found = store.roleHolder(name);
    // The readings of the others no longer arrive, although the database says who makes them.
    if (name === 'refresh' && status() === 'stopped') return { is: 'unguarded', computer: '' };
    // To the database a computer and its clone are one, so both seem to have what one of them has.
    if (name === 'standing' && store.cloneState() !== 'none')
      return { is: store.cloneState() === 'found' ? 'unguarded' : 'unknown', computer: '' };
    if (found !== null && found.holder !== computerId)
      return { is: 'other', computer: computers.nameOf(computerMark(found.holder)) };
    // A computer whose purchases are not known here may have bought what is due.
    if (name === 'standing' && computers.brokenOff().length + computers.awaited().length > 0)
      return { is: 'unguarded', computer: '' };
    if (found !== null) return { is: 'this', computer: '' };
    if (isCutOff()) return { is: 'unguarded', computer: '' };
    return { is: state.now().asOf !== null && store.knowsRoles() ? 'nobody' : 'unknown', computer: '' };
  };

  const roles = (): Record<Role, SharedRole> => ({ refresh: roleOf('refresh'), standing: roleOf('standing') });

  /** Refuses an automatic charge while another computer may be making the same one unseen. */
  const assertMayCharge = (): void => {
    if (store.cloneState() === 'found')
      throw new DeskError('conflict', 'This computer is there twice, so nothing was sent.', {
        code: 'computer-twice',
      });
    const [elsewhere] = computers.awaited();
    if (elsewhere !== undefined)
      throw new DeskError('conflict', 'A colleague may be on the desk in another database, so nothing was sent.', {
        code: 'colleague-elsewhere',
        params: { computer: computers.nameOf(computerMark(elsewhere)) },
      });
  };

  return { status, isUnguarded, roleOf, roles, assertMayCharge };
};
