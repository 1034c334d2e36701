import type { CheckCounts } from '#shared/contract/last-check.ts';
import type { Order, Purchase } from '#shared/contract/purchases.ts';
import type { ChargeState } from '#shared/contract/runs.ts';
import type { StandingDueItem } from '#shared/contract/standing.ts';

/** What the process that asks was started for. */
export const childTask = <T>(): T => JSON.parse(process.env.CHILD_TASK ?? '') as T;

/** Where a process works. */
export interface KillPlace {
  readonly folder: string;
  readonly baseUrl: string;
  readonly token: string;
  /** Counts the processes on this folder. */
  readonly round: number;
}

/** Where the process that buys one by one kills itself. The parent kills at any other moment. */
export const KILL_STEPS = ['writing', 'sent', 'answered', 'kept', 'ended'] as const;
export type KillStep = (typeof KILL_STEPS)[number];

/** Buys one by one (child.ts). */
export interface ChildTask extends KillPlace {
  /** What is bought, again and again; `null`: nothing, the ledger is only told. */
  readonly orders: readonly Order['kind'][] | null;
  readonly step: KillStep | null;
}

/** Buys in bulk runs (bulk-child.ts). */
export interface BulkTask extends KillPlace {
  readonly clients: number;
  /** `once`: one run of traffic, to its end. `ever`: run after run, of every kind. */
  readonly runs: 'once' | 'ever';
}

/** Has a standing order that renews what each client has (standing-child.ts). */
export interface StandingTask extends KillPlace {
  readonly clients: number;
  /** `stock`: only buys what is renewed later. `last`: ends when nothing is left to do. */
  readonly part: 'stock' | 'work' | 'last';
}

/** Checks a list (check-child.ts). */
export interface CheckTask extends KillPlace {
  /** The file with the list. */
  readonly file: string;
}

/** Generates for many (batch-child.ts). */
export interface BatchTask extends KillPlace {
  readonly clients: number;
  /** The folder the files go to. */
  readonly files: string;
  /** As a schedule's: what was begun is gone on with by itself. */
  readonly isScheduled?: boolean;
}

/** A purchase as the ledger has it once everything was resolved. */
interface ReportedPurchase
  extends Pick<Purchase, 'id' | 'outcome' | 'goodsState' | 'chargedKopecks' | 'sentAt' | 'reason'> {
  readonly kind: Order['kind'];
}

export interface LedgerReport {
  readonly kind: 'ledger';
  readonly purchases: readonly ReportedPurchase[];
  /** Of the dedicated proxies whose password the app has. */
  readonly heldServiceIds: readonly number[];
  /** Purchases that lines of bulk runs name as theirs. */
  readonly ofBulkRuns: readonly number[];
  readonly differenceKopecks: number;
}

export type ChildReport =
  | LedgerReport
  /** The next purchase has been confirmed, or the next run has begun. */
  | { readonly kind: 'buying' }
  /** The one run has come to its end. */
  | {
      readonly kind: 'finished';
      readonly states: readonly ChargeState[];
      /** Of the ledger. */
      readonly chargedKopecks: number;
      readonly unknown: number;
    }
  /** Nothing of the standing order is left to do: what its occasions have come to, and for which client. */
  | {
      readonly kind: 'settled';
      readonly occasions: readonly Pick<StandingDueItem, 'clientId' | 'state' | 'purchaseId'>[];
    }
  /** The check has come to its end. */
  | { readonly kind: 'checked'; readonly counts: CheckCounts; readonly lines: number };
