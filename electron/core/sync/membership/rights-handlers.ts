import type { DeskContext } from '#core/context.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import { ownRights, putRights } from '#core/money/rights/computer-rights.ts';
import { MAX_DAY_CAP_KOPECKS } from '#shared/domain/computer-rights.ts';
import { DeskError, invalidInput } from '#shared/result.ts';
import type { Member } from './member.ts';

interface RightsDeps {
  /** Throws `conflict` if the account's desk is not shared. */
  readonly memberOf: (accountId: string) => Member;
  /** Tells the window, and publishes the change. */
  readonly onChange: (accountId: string) => void;
}

/**
 * Creates the handler that limits other computers of a shared desk (docs/shared-desk.md#rights). A computer cannot change its
 * own rights, and one that is limited cannot change those of others.
 */
export const rightsHandlers = (
  { db, clock, session }: Pick<DeskContext, 'db' | 'clock' | 'session'>,
  { memberOf, onChange }: RightsDeps,
): Pick<FeatureHandlers<'sharedDesk'>, 'sharedDesk.setRights'> => ({
  'sharedDesk.setRights': ({ computerId, buys, dayCapKopecks, hidesSales }) => {
    const accountId = session.accountId();
    const { computers } = memberOf(accountId).state();
    const [computer, own] = [computers.find(({ id }) => id === computerId), computers.find(({ isThis }) => isThis)];
    if (computer === undefined || own === undefined) {
      throw new DeskError('not-found', 'There is no such computer.', { code: 'rights-computer-gone' });
    }
    if (computer.isThis || ownRights(db, accountId) !== undefined) {
      throw new DeskError('conflict', 'This computer cannot set these rights.', { code: 'rights-not-yours' });
    }
    if (buys === 'capped' && (dayCapKopecks <= 0 || dayCapKopecks > MAX_DAY_CAP_KOPECKS)) {
      throw invalidInput('The daily limit is not valid.', { field: 'dayCapKopecks', code: 'day-cap' });
    }
    const dayCap = buys === 'capped' ? dayCapKopecks : 0;
    putRights(db, accountId, computerId, {
      buys,
      dayCapKopecks: dayCap,
      hidesSales,
      setBy: own.id,
      setAt: clock.now(),
    });
    onChange(accountId);
    return {};
  },
});
