import type { CoreTexts } from '#core/platform/text/texts.ts';
import type { CheckSort, PurchasesAgreement, RunLine, RunWithDetail } from '#shared/contract/runs.ts';
import type { Language } from '#shared/domain/language.ts';
import type { Report } from './report.ts';
import type { StoredRun } from './run-repository.ts';

export interface LinesPage {
  /** The wanted states; empty: all. */
  readonly only: readonly string[];
  readonly sort?: CheckSort | undefined;
  readonly offset: number;
  readonly limit: number;
}

interface LinesFound {
  readonly total: number;
  readonly rows: RunLine[];
}

/** How one kind of runs with lines of its own answers requests. */
export interface RunKindOf {
  /** Goes on with what waits; `null`: the user closed a dialog instead. Throws DeskError `conflict` when it cannot. */
  resume(
    run: StoredRun,
    how: { readonly retry: boolean; readonly agreed?: PurchasesAgreement | undefined },
  ): Promise<StoredRun | null>;
  lines(run: StoredRun, page: LinesPage): LinesFound | Promise<LinesFound>;
  /** The facts of a run that only this kind has. */
  detail?(run: StoredRun): RunWithDetail['detail'];
  report?(run: StoredRun, t: CoreTexts, language: Language): Report;
  /** The rest is left undone: what it still held goes. */
  over?(run: StoredRun): Promise<void>;
}
