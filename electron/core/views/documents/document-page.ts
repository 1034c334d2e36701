import { escapeHtml } from '#core/platform/text/escape-html.ts';
import { textsIn } from '#core/platform/text/texts.ts';
import { type Language, LOCALES } from '#shared/domain/language.ts';
import { formatRoubles } from '#shared/domain/money.ts';
import { paperPage } from './paper-page.ts';

/** A receipt or an invoice. Amounts are in kopecks, moments in ms since the epoch, UTC. */
export interface PaperDocument {
  readonly kind: 'receipt' | 'invoice';
  readonly language: Language;
  readonly number: string;
  readonly at: number;
  /** The details of the seller as typed in the settings; the first line is the name. */
  readonly seller: string;
  /** The name of the client. */
  readonly client: string;
  readonly lines: readonly { readonly what: string; readonly at: number | null; readonly kopecks: number }[];
  readonly totalKopecks: number;
  /** The last day to pay (YYYY-MM-DD); `null` if there is none. */
  readonly dueDay: string | null;
  readonly note: string;
}

/** Returns the page that is printed as the document. */
export const documentPage = (paper: PaperDocument): string => {
  const { kind, language, number, at, seller, client, lines, totalKopecks, dueDay, note } = paper;
  const t = textsIn(language);
  const locale = LOCALES[language];
  const day = (moment: number): string => new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(moment);
  const shortDay = (moment: number): string => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(moment);
  const [name = '', ...details] = seller.trim().split('\n');
  const title = t(`files:documents.${kind}.title`, { number, day: day(at) });
  const due = dueDay === null ? '' : t('files:documents.due', { day: day(Date.parse(`${dueDay}T12:00:00`)) });
  const rows = lines.map(
    ({ what, at: lineAt, kopecks }) =>
      `<tr><td class="day">${lineAt === null ? '' : escapeHtml(shortDay(lineAt))}</td><td>${escapeHtml(what)}</td><td class="sum">${escapeHtml(formatRoubles(kopecks, locale))}</td></tr>`,
  );
  return paperPage(title, language, [
    `<h1>${escapeHtml(title)}</h1>`,
    '<div class="parties">',
    `<div><p class="dim">${escapeHtml(t('files:documents.seller'))}</p><p><strong>${escapeHtml(name)}</strong></p><p>${escapeHtml(details.join('\n'))}</p></div>`,
    `<div><p class="dim">${escapeHtml(t('files:documents.client'))}</p><p><bdi>${escapeHtml(client)}</bdi></p></div>`,
    '</div>',
    '<table>',
    `<thead><tr><th>${escapeHtml(t('files:documents.day'))}</th><th>${escapeHtml(t('files:documents.what'))}</th><th class="sum">${escapeHtml(t('files:documents.amount'))}</th></tr></thead>`,
    `<tbody>${rows.join('')}</tbody>`,
    `<tfoot><tr><td></td><td>${escapeHtml(t(`files:documents.${kind}.total`))}</td><td class="sum">${escapeHtml(formatRoubles(totalKopecks, locale))}</td></tr></tfoot>`,
    '</table>',
    '<footer>',
    ...(due === '' ? [] : [`<p>${escapeHtml(due)}</p>`]),
    ...(note === '' ? [] : [`<p>${escapeHtml(note)}</p>`]),
    `<p class="dim">${escapeHtml(t('files:documents.notFiscal'))}</p>`,
    '</footer>',
  ]);
};
