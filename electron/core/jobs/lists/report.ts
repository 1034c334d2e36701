import type { Report } from '#core/engine/run-kind.ts';
import { type CsvRow, csvPages } from '#core/platform/files/csv-file.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { CoreTexts } from '#core/platform/text/texts.ts';
import type { ListsLine, ListsParams, RunSubject } from '#shared/contract/runs.ts';
import { leftOutText } from '#shared/domain/left-out-text.ts';
import { type ListsRun, listsDetailOf, listsLinesPage } from './lists-lines.ts';

type ListsSubject = Extract<RunSubject, { readonly what: 'generate' | 'export' }>;

/** Returns the subject of the run. `count` is the number of lists without those skipped from the start. */
export const listsSubject = (params: ListsParams, count: number): ListsSubject =>
  params.kind === 'generate'
    ? { what: 'generate', clients: count, linesEach: params.recipe.quantity }
    : { what: 'export', lists: count };

/** Describes the contents of a combined file for the history of files. */
export const listsTitle = (subject: ListsSubject, t: CoreTexts): string =>
  subject.what === 'generate'
    ? t('files:generated', { items: subject.clients, lines: subject.linesEach })
    : t('files:saved', { items: subject.lists });

const COLUMNS = [
  'line',
  'client',
  'messengerId',
  'clientKey',
  'list',
  'asked',
  'lines',
  'state',
  'reason',
  'file',
] as const;

/** Creates the saved report of a run that generates or saves lists. */
export const listsReportOf = (db: Database, run: ListsRun, t: CoreTexts): Report => {
  const { params, counts, files, place, lines: count } = listsDetailOf(db, run);
  const reasonOf = ({ problem, leftOut }: ListsLine): string => {
    const why =
      problem === null
        ? ''
        : [t(`runLists:problems.${problem.code}`), problem.words].filter((text) => text !== '').join(': ');
    return [why, ...leftOut.map((one) => leftOutText(one, t))].filter((text) => text !== '').join('. ');
  };
  const cells = (line: ListsLine): CsvRow => [
    line.line + 1,
    line.clientName,
    line.messengerId ?? '',
    line.clientKey,
    line.listTitle,
    line.asked,
    line.lines,
    t(`runLists:states.${line.state}`),
    reasonOf(line),
    line.fileName,
  ];
  return {
    fileName: t('files:names.listsReport'),
    totals: [
      [t('files:totals.what'), listsTitle(listsSubject(params, run.total - counts.skipped), t)],
      [t('files:totals.items'), run.total],
      [t('files:columns.lines'), count],
      [t('files:totals.files'), files],
      [t('files:totals.place'), place ?? ''],
    ],
    header: COLUMNS.map((column) => t(`files:columns.${column}`)),
    pages: csvPages((offset, limit) => listsLinesPage(db, run, [], offset, limit).rows, cells),
  };
};
