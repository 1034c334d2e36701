import type { Report } from '#core/engine/run-kind.ts';
import type { CsvRow } from '#core/platform/files/csv-file.ts';
import type { CoreTexts } from '#core/platform/text/texts.ts';
import { countryName } from '#shared/domain/country-name.ts';
import type { Language } from '#shared/domain/language.ts';
import { checkLinePages, type StoredCheckLine } from './check-lines.ts';
import { type CheckRun, maskedLineAt, type ProxySources } from './checked-proxies.ts';

interface ReportDeps extends ProxySources {
  readonly t: CoreTexts;
  readonly language: Language;
}

const COLUMNS = ['line', 'proxy', 'state', 'reason', 'connectMs', 'firstByteMs', 'exitIp', 'exitCountry'] as const;

/** Creates the saved report of a check. Passwords are masked. */
export const checkReportOf = (run: CheckRun, deps: ReportDeps): Report => {
  const { db, t, language } = deps;
  const { id: runId, params, subject } = run;
  const cells = async (line: StoredCheckLine): Promise<CsvRow> => [
    line.line + 1,
    await maskedLineAt(deps, run, line),
    t(`checks:states.${line.state}`),
    line.reason === null ? '' : t(`checks:reasons.${line.reason}`),
    line.connectMs ?? '',
    line.firstByteMs ?? '',
    line.exitIp ?? '',
    line.exitCountry === null ? '' : countryName(line.exitCountry, line.exitCountry, language),
  ];
  async function* pages(): AsyncGenerator<readonly CsvRow[]> {
    for (const found of checkLinePages(db, runId)) yield await Promise.all(found.map(cells));
  }
  const title = subject?.what === 'check' ? subject.list : null;
  return {
    fileName: t('files:names.checkReport'),
    totals: [
      [t('files:totals.what'), title ?? t('files:proxies')],
      [t('files:totals.address'), params.address],
    ],
    header: COLUMNS.map((column) => t(`files:columns.${column}`)),
    pages: pages(),
  };
};
