import type { CoreTexts } from '#core/platform/text/texts.ts';
import type { CheckSort, PurchasesAgreement, RunLine, RunWithDetail } from '#shared/contract/runs.ts';
import type { Language } from '#shared/domain/language.ts';
import type { Report } from './report.ts';
import type { StoredRun } from './run-repository.ts';

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
