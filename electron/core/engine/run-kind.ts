import type { CsvRow } from '#core/platform/files/csv-file.ts';
import type { CsvTable } from '#core/platform/files/save-csv.ts';
import type { CoreTexts } from '#core/platform/text/texts.ts';
import type { CheckSort, PurchasesAgreement, RunLine, RunWithDetail } from '#shared/contract/runs.ts';
import type { Language } from '#shared/domain/language.ts';
import type { StoredRun } from './run-repository.ts';

/** The saved report of a run: its totals, then every line. */
export interface Report extends Pick<CsvTable, 'pages'> {
  /** The beginning of the suggested file name. */
  readonly fileName: string;
  readonly totals: readonly CsvRow[];
  readonly header: CsvRow;
}

export interface LinesPage {
  /** The states to include; empty for all. */
  readonly only: readonly string[];
  readonly sort?: CheckSort | undefined;
  readonly offset: number;
  readonly limit: number;
}

interface LinesFound {
  readonly total: number;
  readonly rows: RunLine[];
}

/** How a kind of runs with lines answers requests. */
export interface RunKindOf {
  /**
   * Continues with the waiting lines; `null` if the user closed a dialog instead. Throws `conflict` if it cannot
   * continue.
   */
  resume(
    run: StoredRun,
    how: { readonly retry: boolean; readonly agreed?: PurchasesAgreement | undefined },
  ): Promise<StoredRun | null>;
  lines(run: StoredRun, page: LinesPage): LinesFound | Promise<LinesFound>;
  /** The facts that only this kind of run has. */
  detail?(run: StoredRun): RunWithDetail['detail'];
  report?(run: StoredRun, t: CoreTexts, language: Language): Report;
  /** Releases what the run still holds, because its remaining lines are abandoned. */
  over?(run: StoredRun): Promise<void>;
}
