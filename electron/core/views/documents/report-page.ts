import { escapeHtml } from '#core/platform/text/escape-html.ts';
import type { CsvCell } from '#shared/domain/csv-writer.ts';
import type { Language } from '#shared/domain/language.ts';
import { paperPage } from './paper-page.ts';
import type { PeriodReport } from './report-content.ts';

const textOf = (cell: CsvCell): string => escapeHtml(String(typeof cell === 'object' ? cell.value : cell));

const cells = (row: readonly CsvCell[], tag: 'td' | 'th'): string =>
  row.map((cell, index) => `<${tag}${index > 0 ? ' class="sum"' : ''}>${textOf(cell)}</${tag}>`).join('');

/** Returns the page that is printed as a report. */
export const reportPage = ({ title, facts, tables }: PeriodReport, language: Language): string =>
  paperPage(title, language, [
    `<h1>${escapeHtml(title)}</h1>`,
    '<table class="facts">',
    ...facts.map(([name, value]) => `<tr><td>${escapeHtml(name)}</td><td class="sum">${textOf(value)}</td></tr>`),
    '</table>',
    ...tables
      .filter(({ rows }) => rows.length > 0)
      .flatMap(({ head, rows }) => [
        '<table>',
        `<thead><tr>${cells(head, 'th')}</tr></thead>`,
        `<tbody>${rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')}</tbody>`,
        '</table>',
      ]),
  ]);
