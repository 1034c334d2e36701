import { createHash } from 'node:crypto';
import { escapeHtml } from '#core/platform/text/escape-html.ts';
import type { Language } from '#shared/domain/language.ts';

const STYLE = `
@page { size: A4; margin: 20mm }
body { margin: 0; color: #111; font: 11pt/1.45 system-ui, sans-serif }
h1 { margin: 0 0 6mm; font-size: 15pt; font-weight: 600 }
p { margin: 0 0 1mm; white-space: pre-wrap; overflow-wrap: anywhere }
.parties { display: grid; grid-template-columns: 1fr 1fr; gap: 10mm; margin-bottom: 8mm }
.dim { color: #555; font-size: 9.5pt }
table { width: 100%; border-collapse: collapse }
th { padding: 2mm 4mm 2mm 0; font-size: 9.5pt; font-weight: 600; text-align: left; border-bottom: 0.4mm solid #111 }
td { padding: 2mm 4mm 2mm 0; vertical-align: top; border-bottom: 0.2mm solid #bbb; overflow-wrap: anywhere }
tr { break-inside: avoid }
th.sum, td.sum { padding-right: 0; text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums }
td.day { white-space: nowrap }
tfoot td { font-size: 13pt; font-weight: 600; border-bottom: 0; padding-top: 4mm }
table + table { margin-top: 8mm }
.facts td { padding: 1mm 4mm 1mm 0 }
.facts td.sum { padding-right: 0 }
footer { margin-top: 10mm }
`;

/** Nothing is loaded or run, whatever a text contains. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Returns a page that is printed on A4. `body` is HTML whose texts are escaped. */
export const paperPage = (title: string, language: Language, body: readonly string[]): string =>
  [
    '<!DOCTYPE html>',
    `<html lang="${language}">`,
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(POLICY)}">`,
    `<title>${escapeHtml(title)}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>',
    ...body,
    '</body>',
    '</html>',
    '',
  ].join('\n');
