import type { AutomationLayer } from '#core/automation/create-automation.ts';
import type { SharedOrders } from '#core/automation/standing/lease-watch.ts';
import type { CatalogueLayer } from '#core/catalogue/create-catalogue.ts';
import type { Runs } from '#core/engine/create-runs.ts';
import type { JobsLayer } from '#core/jobs/create-jobs.ts';
import type { MoneyLayer } from '#core/money/create-money.ts';
import { notePrices } from '#core/money/products/index.ts';
import type { ChargeGuard } from '#core/money/purchases/buying.ts';
import { mayCarryOrders } from '#core/money/rights/computer-rights.ts';
import type { DeskMark } from '#core/platform/copies/desk-mark.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { Clock } from '#core/ports.ts';
import type { AccountHooks } from '#core/service/account/account-handlers.ts';
import type { ServiceLayer } from '#core/service/create-service.ts';
import type { SharedDesk } from '#core/sync/membership/shared-desk-handlers.ts';
import type { Telegram } from '#core/telegram/telegram-handlers.ts';
import type { ViewsLayer } from '#core/views/create-views.ts';
import type { TrashKind } from '#shared/domain/trash-rules.ts';
import { DeskError } from '#shared/result.ts';

/** The features of one open desk, from the lowest layer to the highest. */
export interface Layers {
  readonly service: ServiceLayer;
  readonly runs: Runs;
  readonly catalogue: CatalogueLayer;
  readonly money: MoneyLayer;
  readonly jobs: JobsLayer;
  readonly telegram: Telegram;
  readonly views: ViewsLayer;
  readonly automation: AutomationLayer;
  readonly sync: SharedDesk;
}

/** Holds the layers for the hooks, which are created before the last layer is. */
export const createLayerHolder = () => {
  let held: Layers | null = null;
  return {
    hold: (layers: Layers): Layers => {
      held = layers;
      return layers;
    },
    layers: (): Layers => {
      if (held === null) throw new Error('The layers are still being created.');
      return held;
    },
  };
};

interface HooksDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly closing: AbortSignal;
  /** Deletes the traces of deleted rows from the database's files. */
  readonly scrub: () => Promise<void>;
}

/**
 * Returns the functions by which accounts use the layers above the service. Those layers are created later, and exist
 * when the functions are called.
 */
export const accountHooks = (layers: () => Layers, { db, clock, closing, scrub }: HooksDeps): AccountHooks => ({
  onAnswer: (accountId, answered) => notePrices(db, accountId, answered),
  knowsToken: (accountId, hash) => layers().sync.knowsToken(accountId, hash),
  hasChargeInFlight: (accountId) => layers().money.purchases.hasChargeInFlight(accountId),
  scrub: async () => {
    const { money, catalogue } = layers();
    // The outcome of a purchase must be written, and during the clean-up that is impossible.
    while (money.purchases.hasChargeInFlight() && !closing.aborted) await clock.sleep(1_000, closing).catch(() => {});
    if (closing.aborted) return;
    await catalogue.lists.clearOutgoing();
    await scrub();
  },
  stopRuns: async (accountId) => {
    await layers().automation.standing.stop(accountId);
    await layers().runs.engine.stopAll(accountId);
  },
  onRemove: async (accountId) => {
    await layers().telegram.forget(accountId);
    await layers().sync.forget(accountId);
  },
  practice: {
    write: (accountId, day) => layers().views.practice.write(accountId, day),
    makeLists: (accountId, day) => layers().views.practice.makeLists(accountId, day),
  },
});

/** Returns the functions by which the layers below use the shared desk, which is created last. */
export const sharedDeskHooks = (layers: () => Layers, mark: Pick<DeskMark, 'known'>, db: Database) => {
  const guard: ChargeGuard = {
    isUnguarded: (accountId) => layers().sync.isUnguarded(accountId),
    hold: async (accountId, terms, work) => {
      // A copy is closed, and opened again after it was corrected.
      if ((await mark.known()) === 'copy') throw new DeskError('cancelled', 'The desk is a copy.');
      return layers().sync.hold(accountId, terms, work);
    },
  };
  const orders: SharedOrders = {
    role: (accountId) => {
      const role = layers().sync.roleOf(accountId, 'standing');
      return mayCarryOrders(db, accountId) || role.is !== 'this' ? role : { is: 'nobody', computer: '' };
    },
    claim: async (accountId) => {
      if (mayCarryOrders(db, accountId)) await layers().sync.claim(accountId);
    },
    exchange: (accountId) => layers().sync.exchange(accountId),
  };
  return {
    guard,
    orders,
    /** Returns which computer reads the clients of an account automatically. */
    whoReads: (accountId: string) => layers().sync.roleOf(accountId, 'refresh').is,
    /** Returns who changed these things of the open account. */
    changes: async (kind: TrashKind, ids: readonly number[]) =>
      (await layers().sync.handlers['sharedDesk.changes']({ kind, ids: [...ids] })).changes,
  };
};
