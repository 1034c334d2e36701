import { createHash } from 'node:crypto';
import { escapeHtml } from '#core/platform/text/escape-html.ts';
import { textsIn } from '#core/platform/text/texts.ts';
import { type Language, LOCALES } from '#shared/domain/language.ts';
import { formatRoubles } from '#shared/domain/money.ts';

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

const STYLE = `
@page { size: A4; margin: 20mm }
body { margin: 0; color: #111; font: 11pt/1.45 system-ui, sans-serif }
h1 { margin: 0 0 6mm; font-size: 15pt; font-weight: 600 }
p { margin: 0 0 1mm; white-space: pre-wrap; overflow-wrap: anywhere }
.parties { display: grid; grid-template-columns: 1fr 1fr; gap: 10mm; margin-bottom: 8mm }
.dim { color: #555; font-size: 9.5pt }
table { width: 100%; border-collapse: collapse }
th { padding: 2mm 0; font-size: 9.5pt; font-weight: 600; text-align: left; border-bottom: 0.4mm solid #111 }
td { padding: 2mm 4mm 2mm 0; vertical-align: top; border-bottom: 0.2mm solid #bbb; overflow-wrap: anywhere }
tr { break-inside: avoid }
th.sum, td.sum { padding-right: 0; text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums }
td.day { white-space: nowrap }
tfoot td { font-size: 13pt; font-weight: 600; border-bottom: 0; padding-top: 4mm }
footer { margin-top: 10mm }
`;

/** Nothing is loaded or run, whatever a text contains. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

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
  return [
    '<!DOCTYPE html>',
    `<html lang="${language}">`,
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(POLICY)}">`,
    `<title>${escapeHtml(title)}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>',
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
    '</body>',
    '</html>',
    '',
  ].join('\n');
};
