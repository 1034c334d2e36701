import { describe, expect, it } from 'vitest';
import { indexLocations } from '#core/catalogue/premium/location-search.ts';
import { escapeHtml } from '#core/platform/text/escape-html.ts';
import { linePieces } from '#core/platform/text/stored-lines.ts';
import { createMasker, structureOnly } from '#core/service/api/mask.ts';
import { readJson } from '#core/service/api/read-json.ts';
import { parseRetryAfter } from '#core/service/api/retry.ts';
import { findServiceMessage } from '#shared/api/envelope.ts';
import { readAdded, readPassword, readRemoved, readUpdatedIds, readWhitelist } from '#shared/api/lenient-shapes.ts';
import { parseUtcTimestamp } from '#shared/api/utc-timestamp.ts';
import { wireInt, wireNumber, wireText } from '#shared/api/wire.ts';
import { parseWallTime } from '#shared/domain/assumed-zone.ts';
import { chatAddressOf, isChatAddress } from '#shared/domain/chat-address.ts';
import { checkClientFields, splitTags } from '#shared/domain/client-fields.ts';
import { parseMessengerId } from '#shared/domain/client-identity.ts';
import { asOneLine, hasControl } from '#shared/domain/control-characters.ts';
import { CsvReader } from '#shared/domain/csv-reader.ts';
import { recogniseColumns } from '#shared/domain/csv-recognise.ts';
import { csvLine, restoreCell } from '#shared/domain/csv-writer.ts';
import { readAddress } from '#shared/domain/exit-answer.ts';
import { fileNameFromTemplate, sanitizeFileName, templateProblem } from '#shared/domain/file-name.ts';
import { foldText, searchWords, sortKey } from '#shared/domain/fold-text.ts';
import {
  fillTemplate,
  HANDOVER_FIELDS,
  type HandoverValues,
  templateProblems,
} from '#shared/domain/handover-template.ts';
import { parseIpAddress } from '#shared/domain/ip-address.ts';
import { compileLayout, layoutProblems, unknownLayoutFields } from '#shared/domain/line-layout.ts';
import { parseDay } from '#shared/domain/local-date.ts';
import { parseRoubles } from '#shared/domain/money.ts';
import { parseTrafficGb } from '#shared/domain/products/traffic.ts';
import { convertProxyLine, hasLayout, layoutOf, maskProxyLine, parseProxyLine } from '#shared/domain/proxy-line.ts';
import { parseAmount } from '#shared/domain/sale-amounts.ts';
import { readMoneyCells } from '#shared/domain/sale-cells.ts';
import { damageOf, isChangedBySpreadsheets, looksLikeDate } from '#shared/domain/spreadsheet-values.ts';
import { readSupplierLine } from '#shared/domain/supplier-line.ts';
import { parseDecimalNumber, parseWholeNumber } from '#shared/domain/typed-number.ts';
import { cpuTimeOf } from '../support/cpu-time.ts';
import { WORST_TEXTS } from '../support/worst-texts.ts';

const mask = createMasker('token-of-a-test');
const values = (text: string) => Object.fromEntries(HANDOVER_FIELDS.map((field) => [field, text])) as HandoverValues;

/** Reads the text in pieces, as the app reads a file. */
const readCsv = (text: string): void => {
  const reader = new CsvReader(';');
  for (let at = 0; at < text.length; at += 4_096) reader.push(text.slice(at, at + 4_096), at + 4_096 >= text.length);
};

/** Every function that receives texts from outside. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  mask,
  structureOnly,
  readJson: (text) => [readJson(text), readJson(`{"a":"${text}`)],
  parseRetryAfter: (text) => parseRetryAfter(text, 0),
  parseUtcTimestamp,
  linePieces: (text) => [...linePieces(text)],
  indexLocations: (text) => indexLocations([{ code: text, name: text, count: 1 }], 0),
  readAddress,
  findServiceMessage: (text) => findServiceMessage({ error: text, errors: { [text]: [text] } }),
  readWhitelist: (text) => [readWhitelist(text), readWhitelist({ x: { y: text } })],
  readPassword: (text) => readPassword({ x: { y: text } }),
  readAdded,
  readRemoved,
  readUpdatedIds: (text) => readUpdatedIds({ updated: text }),
  wireNumber: (text) => wireNumber.safeParse(text),
  wireInt: (text) => wireInt.safeParse(text),
  wireText: (text) => wireText.safeParse(text),
  parseWallTime,
  checkClientFields: (text) =>
    checkClientFields({
      messengerId: 1,
      clientKey: text,
      name: text,
      note: text,
      plan: text,
      tags: splitTags(text),
      paidUntil: text,
    }),
  parseMessengerId,
  sortKey,
  searchWords,
  hasControl,
  asOneLine,
  csvLine: (text) => restoreCell(csvLine([text])),
  recogniseColumns: (text) =>
    recogniseColumns([
      [text, 'key'],
      ['5012345678', text],
    ]),
  'cells that a spreadsheet changed': (text) => [isChangedBySpreadsheets(text), damageOf(text), looksLikeDate(text)],
  parseAmount: (text) => [parseAmount(text), parseAmount(`1,5${text}`), parseAmount(`(1${text}`)],
  readMoneyCells: (text) => [readMoneyCells(text, text), readMoneyCells('', `vpn 1 = 5${text}`)],
  readCsv,
  'readCsv of quoted lines': (text) => readCsv(`"${text}"\n"${text}`),
  sanitizeFileName,
  fileNameFromTemplate: (text) => [fileNameFromTemplate(text, {}), fileNameFromTemplate('{client}', { client: text })],
  templateProblem,
  foldText,
  fillTemplate: (text) => [
    fillTemplate(text, { values: values(''), each: [], unknown: '' }),
    fillTemplate(`{each}${text}{/each}`, { values: values('a'), each: [values(''), values('a')], unknown: '' }),
    fillTemplate('{name}', { values: values(text), each: [], unknown: '' }),
  ],
  templateProblems,
  layoutProblems: (text) => [
    layoutProblems({ kind: 'lines', line: text, values: 'plain', head: text }),
    unknownLayoutFields(text),
  ],
  'layouts of proxies': (text) =>
    (['plain', 'url', 'json'] as const).map((form) =>
      compileLayout({ kind: 'lines', line: `{login}${text}{password}`, values: form, head: text }, '\n').layOut(
        { scheme: 'http', host: text, port: '1', login: text, password: text, country: text, end: text, client: text },
        1,
      ),
    ),
  readSupplierLine,
  chatAddressOf: (text) => [
    chatAddressOf({ messengerId: 1, clientKey: text, name: text }),
    chatAddressOf({ messengerId: 1, clientKey: '', name: `https://t.me/${text}` }),
    isChatAddress(text),
  ],
  escapeHtml,
  parseIpAddress,
  parseDay: (text) => parseDay(text, 0),
  parseRoubles,
  proxyLine: (text) => [
    hasLayout(text, 1),
    layoutOf(text),
    parseProxyLine(text, 2),
    convertProxyLine(text, 1, 2),
    maskProxyLine(text, 1),
    maskProxyLine(`gate.example:1:u:${text}`, 1),
    maskProxyLine(`u:${text}@gate.example:1`, 2),
  ],
  parseTrafficGb,
  parseDecimalNumber,
  parseWholeNumber,
};

const LENGTH = 8 * 1024;
/** The long text is this many times as long as the short one. */
const TIMES = 8;
/**
 * The long text may take this many times as long as so many short ones with as many characters. In linear time they take
 * equally long, and in quadratic time the long one takes eight times as long. The limit leaves room on both sides for
 * caches and for other work of the machine.
 */
const LIMIT = 4;
/** Shorter times in ms are not compared, because the clock of CPU time goes in steps of some ms. */
const NOISE_MS = 12;

const timeOf = (read: (text: string) => unknown, texts: readonly string[]): number =>
  cpuTimeOf(() => {
    for (const text of texts) read(text);
  });

/**
 * Returns how many times as long the long text takes. It is the best of some tries, because the machine has other work.
 */
const growth = (read: (text: string) => unknown, make: (length: number) => string): number => {
  const short = Array.from({ length: TIMES }, () => make(LENGTH));
  const long = [make(TIMES * LENGTH)];
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 5 && best > LIMIT; attempt += 1) {
    const once = Math.max(timeOf(read, short), NOISE_MS);
    best = Math.min(best, timeOf(read, long) / once);
  }
  return best;
};

it('the check finds a reader that takes quadratic time', () => {
  const readFrom = (text: string, step: number): void => {
    let sum = 0;
    for (let from = 0; from < text.length; from += step) {
      for (let at = from; at < text.length; at += 1) sum += text.charCodeAt(at);
    }
    expect(sum).toBeGreaterThan(0);
  };
  const quadratic = (text: string): void => readFrom(text, 8);
  const linear = (text: string): void => readFrom(text, text.length / 100);
  const make = (length: number): string => ':'.repeat(length);
  // Otherwise the short texts alone would pay for the compilation of the function, and look longer than they are.
  for (let call = 0; call < 10; call += 1) quadratic(make(LENGTH));
  expect(growth(quadratic, make)).toBeGreaterThan(LIMIT);
  expect(growth(linear, make)).toBeLessThanOrEqual(LIMIT);
});

describe('a text from outside is read in linear time', () => {
  it.each(Object.entries(READERS))('%s', (_, read) => {
    const slow = Object.entries(WORST_TEXTS)
      .map(([kind, make]) => [kind, growth(read, make)] as const)
      .filter(([, times]) => times > LIMIT);
    expect(slow).toEqual([]);
  });
});
