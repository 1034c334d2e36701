import type { CommonDeps } from '#core/context.ts';
import type { OrderRules } from '#core/jobs/purchases/purchases-run.ts';
import { uptimeOf } from '#core/platform/async/uptime.ts';
import { abandonDueItems } from './due-item-repository.ts';
import { createDueItemStates } from './due-item-state.ts';
import { monthLeft } from './month.ts';
import { isStillDue } from './still-due.ts';

interface Deps extends CommonDeps<'db' | 'clock' | 'assumedZone' | 'logger' | 'isStrict'> {
  /** See `ConnectionFeature`. */
  readonly isClockWrong: () => boolean;
}

/** Creates the rules of standing orders for the runs that buy on their account. */
export const createOrderRules = ({ db, clock, logger, isStrict, assumedZone, isClockWrong }: Deps): OrderRules => ({
  monthLeft: (orderId, besidesKopecks) => monthLeft(db, orderId, clock.now(), besidesKopecks),
  isStillDue: (charge, evidence) =>
    isStillDue(db, charge, evidence, {
      zone: assumedZone(),
      now: clock.now(),
      uptime: uptimeOf(clock),
      isClockWrong: isClockWrong(),
    }),
  abandonDueItems: (runId) => abandonDueItems(db, createDueItemStates(db, { isStrict, logger }), runId, clock.now()),
});
