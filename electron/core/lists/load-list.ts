import type { ListIssue } from '#shared/contract/lists.ts';
import { MAX_CHECKED } from '#shared/domain/check.ts';
import { asOneLine } from '#shared/domain/control-characters.ts';
import { FORMAT_IDS, type FormatId } from '#shared/domain/limits.ts';
import { parseProxyLine } from '#shared/domain/proxy-line.ts';
import { DeskError } from '#shared/result.ts';
import { readCsvFile } from '../clients/csv-file.ts';
import { inPieces } from '../common/slices.ts';
import { type ListRepository, MAX_TITLE } from './list-repository.ts';
import { plainRecipe, storeOwnList } from './own-list.ts';

const PIECE = 5_000;
/** Numbers of lines that are named. */
const NAMED = 10;
/** Characters of a line: no proxy has as many. */
const MAX_LINE = 2_000;

interface LoadOrder {
  readonly accountId: string;
  readonly path: string;
  /** ms since the epoch, UTC. */
  readonly at: number;
}

const refuse = (code: string, params: Record<string, number> = {}): DeskError =>
  new DeskError('file', `The file cannot be loaded (${code}).`, { code, params });

/** The lines of a text that are not blank, without the blanks around them. */
const linesOf = (text: string): string[] =>
  text
    .split(/\r\n|[\n\r]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/**
 * Makes a list of a file with proxies, one a line. It has the layout that most of its lines have; the others stay as they
 * are, and are counted. Throws DeskError `file`: why it cannot be read, `list-too-long`, `list-line-too-long` or
 * `list-no-proxies`.
 */
export const loadList = async (lists: ListRepository, { accountId, path, at }: LoadOrder): Promise<number> => {
  const file = await readCsvFile(path);
  let text = '';
  for (const piece of file.decode(file.encoding)) text += piece.text;
  const lines = linesOf(text);
  if (lines.length > MAX_CHECKED) throw refuse('list-too-long', { max: MAX_CHECKED, count: lines.length });
  const long = lines.findIndex((line) => line.length > MAX_LINE);
  if (long >= 0) throw refuse('list-line-too-long', { line: long + 1, max: MAX_LINE });

  const fitting = new Map<FormatId, number>(FORMAT_IDS.map((formatId) => [formatId, 0]));
  const unread: number[] = [];
  let at0 = 0;
  for await (const piece of inPieces(lines, PIECE)) {
    for (const line of piece) {
      at0 += 1;
      const layouts = FORMAT_IDS.filter((formatId) => parseProxyLine(line, formatId) !== null);
      if (layouts.length === 0) unread.push(at0);
      for (const formatId of layouts) fitting.set(formatId, (fitting.get(formatId) ?? 0) + 1);
    }
  }
  if (unread.length === lines.length) throw refuse('list-no-proxies');
  const formatId = FORMAT_IDS.reduce((best, one) => ((fitting.get(one) ?? 0) > (fitting.get(best) ?? 0) ? one : best));
  const numbers = unread.slice(0, NAMED).join(', ') + (unread.length > NAMED ? ', …' : '');
  const issue: ListIssue = { chunk: 1, code: 'no-proxy', expected: '', got: numbers, lines: unread.length };
  const title = asOneLine(file.name.replace(/\.[^.]*$/, '')).slice(0, MAX_TITLE);

  async function* pieces() {
    for await (const domain of inPieces(lines, PIECE)) yield { domain, ip: [] };
  }
  return storeOwnList(lists, {
    list: {
      ...{ accountId, clientId: null, clientName: '', clientKey: '' },
      title: title === '' ? file.name : title,
      recipe: plainRecipe(formatId, lines.length),
    },
    pieces: pieces(),
    issues: unread.length === 0 ? [] : [issue],
    at,
  });
};
