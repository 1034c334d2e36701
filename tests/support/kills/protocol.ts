import type { CheckCounts } from '#shared/contract/last-check.ts';
import type { Order, Purchase } from '#shared/contract/purchases.ts';
import type { ChargeState } from '#shared/contract/runs.ts';
import type { StandingDueItem } from '#shared/contract/standing.ts';

/** Returns the task for which this process was started. */
export const childTask = <T>(): T => JSON.parse(process.env.CHILD_TASK ?? '') as T;

/** The folder and the service with which a process works. */
export interface KillPlace {
  readonly folder: string;
  readonly baseUrl: string;
  readonly token: string;
  /** Counts the processes on this folder. */
  readonly round: number;
}

/** The steps at which the process that buys one by one kills itself. The parent kills at any other moment. */
export const KILL_STEPS = ['writing', 'sent', 'answered', 'kept', 'ended'] as const;
export type KillStep = (typeof KILL_STEPS)[number];

/** Buys one by one (child.ts). */
export interface ChildTask extends KillPlace {
  /** The kinds it buys, again and again; `null` to buy nothing and only report the ledger. */
  readonly orders: readonly Order['kind'][] | null;
  readonly step: KillStep | null;
}

/** Buys in bulk runs (bulk-child.ts). */
export interface BulkTask extends KillPlace {
  readonly clients: number;
  /** `once` plays one run of traffic to its end, `ever` run after run of every kind. */
  readonly runs: 'once' | 'ever';
}

/** Runs a standing order that renews the subscription of each client (standing-child.ts). */
export interface StandingTask extends KillPlace {
  readonly clients: number;
  /** `stock` only buys the goods to be renewed later; `last` ends when nothing is left to do. */
  readonly part: 'stock' | 'work' | 'last';
}

/** Checks a list (check-child.ts). */
export interface CheckTask extends KillPlace {
  /** The file with the list. */
  readonly file: string;
}

/** Generates lists for many clients (batch-child.ts). */
export interface BatchTask extends KillPlace {
  readonly clients: number;
  /** The folder for the files. */
  readonly files: string;
  /** Runs as part of a schedule, so that an interrupted run resumes automatically. */
  readonly isScheduled?: boolean;
}

/** A purchase as the ledger shows it after everything was resolved. */
interface ReportedPurchase
  extends Pick<Purchase, 'id' | 'outcome' | 'goodsState' | 'chargedKopecks' | 'sentAt' | 'reason'> {
  readonly kind: Order['kind'];
}

export interface LedgerReport {
  readonly kind: 'ledger';
  readonly purchases: readonly ReportedPurchase[];
  /** Ids of the dedicated proxies whose password the app has. */
  readonly heldServiceIds: readonly number[];
  /** Purchases that lines of bulk runs name as their own. */
  readonly ofBulkRuns: readonly number[];
  readonly differenceKopecks: number;
}

export type ChildReport =
  | LedgerReport
  /** The next purchase was confirmed, or the next run began. */
  | { readonly kind: 'buying' }
  /** The one run has ended. */
  | {
      readonly kind: 'finished';
      readonly states: readonly ChargeState[];
      /** The sum of the ledger. */
      readonly chargedKopecks: number;
      readonly unknown: number;
    }
  /** The standing order has nothing left to do. Lists the state that each due item reached, and its client. */
  | {
      readonly kind: 'settled';
      readonly occasions: readonly Pick<StandingDueItem, 'clientId' | 'state' | 'purchaseId'>[];
    }
  /** The check has ended. */
  | { readonly kind: 'checked'; readonly counts: CheckCounts; readonly lines: number };
