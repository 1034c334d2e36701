import { computerMark } from '#core/sync/model/timestamps.ts';
import type { Role, SharedStore } from '#core/sync/store/shared-store.ts';
import type { SharedDeskState, SharedRole } from '#shared/contract/shared-desk.ts';
import { DeskError } from '#shared/result.ts';
import type { Computers } from './computers.ts';
import type { MemberStateHolder } from './member-state.ts';

type ShownStatus = Exclude<SharedDeskState, { readonly status: 'none' }>['status'];

/** The parts of a member that tell how well this computer is connected to the others. */
interface ConnectionContext {
  readonly store: SharedStore;
  readonly computers: Computers;
  readonly computerId: string;
  readonly state: MemberStateHolder;
}

export const shownStatus = (state: MemberStateHolder): ShownStatus => {
  const now = state.now().status;
  return now === 'closed' ? 'offline' : now;
};

const isCutOff = (state: MemberStateHolder): boolean => ['offline', 'stopped'].includes(shownStatus(state));

/** See `ChargeGuard`. `hidesMoney` says whether values that cannot be used here may concern money. */
export const isMemberUnguarded = ({ store, computers, state }: ConnectionContext, hidesMoney: () => boolean): boolean =>
  isCutOff(state) ||
  computers.brokenOff().length > 0 ||
  computers.awaited().length > 0 ||
  hidesMoney() ||
  store.cloneState() === 'found';

/** Returns which computer performs a task for the whole desk. */
export const sharedRoleOf = (context: ConnectionContext, name: Role): SharedRole => {
  const { store, computers, computerId, state } = context;
  const found = store.roleHolder(name);
  // The readings of the others no longer arrive, although the database says who makes them.
  if (name === 'refresh' && shownStatus(state) === 'stopped') return { is: 'unguarded', computer: '' };
  // To the database a computer and its clone are one, so both seem to have what one of them has.
  if (name === 'standing' && store.cloneState() !== 'none')
    return { is: store.cloneState() === 'found' ? 'unguarded' : 'unknown', computer: '' };
  if (found !== null && found.holder !== computerId)
    return { is: 'other', computer: computers.nameOf(computerMark(found.holder)) };
  // A computer whose purchases are not known here may have bought what is due.
  if (name === 'standing' && computers.brokenOff().length + computers.awaited().length > 0)
    return { is: 'unguarded', computer: '' };
  if (found !== null) return { is: 'this', computer: '' };
  if (isCutOff(state)) return { is: 'unguarded', computer: '' };
  return { is: state.now().asOf !== null && store.knowsRoles() ? 'nobody' : 'unknown', computer: '' };
};

export const sharedRolesOf = (context: ConnectionContext): Record<Role, SharedRole> => ({
  refresh: sharedRoleOf(context, 'refresh'),
  standing: sharedRoleOf(context, 'standing'),
});

/** Refuses an automatic charge while another computer may be making the same one unseen. */
export const assertMayCharge = ({ store, computers }: ConnectionContext): void => {
  if (store.cloneState() === 'found')
    throw new DeskError('conflict', 'Two copies of this computer use the shared desk, so nothing was sent.', {
      code: 'computer-twice',
    });
  const [elsewhere] = computers.awaited();
  if (elsewhere !== undefined)
    throw new DeskError('conflict', 'A colleague may be on the desk in another database, so nothing was sent.', {
      code: 'colleague-elsewhere',
      params: { computer: computers.nameOf(computerMark(elsewhere)) },
    });
};
