import type { ChargeState } from '#shared/contract/bulk.ts';

export interface BulkTask {
  readonly folder: string;
  readonly baseUrl: string;
  readonly token: string;
  /** Counts the processes on this folder. */
  readonly round: number;
  /** Lines of the run. */
  readonly clients: number;
}

export type BulkReport =
  /** The run goes on from here. */
  | { readonly kind: 'running' }
  | {
      readonly kind: 'finished';
      readonly states: readonly ChargeState[];
      /** Of the ledger. */
      readonly chargedKopecks: number;
      readonly unknown: number;
    };
