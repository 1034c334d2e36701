import { findClientPair } from '#core/catalogue/clients/client-pair.ts';
import { exportFileName, type NamedList } from '#core/catalogue/lists/export-name.ts';
import { saveExport } from '#core/catalogue/lists/export-saver.ts';
import { lineEndOf, MAX_COPIED_LINES } from '#core/catalogue/lists/list-output.ts';
import type { CommonDeps } from '#core/context.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { textsOf } from '#core/platform/text/texts.ts';
import type { ExportRecord } from '#shared/contract/lists.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { shortClientLabel } from '#shared/domain/client-label.ts';
import type { FormatId } from '#shared/domain/limits.ts';
import { DeskError } from '#shared/result.ts';
import { proxyLines } from './proxy-lines.ts';
import { readProxyFacets } from './proxy-repository.ts';

interface OutputDeps extends CommonDeps<'db' | 'clock' | 'dialogs' | 'desktop' | 'partials' | 'language'> {
  readonly settings: () => Pick<Settings, 'lineEnding' | 'fileNameTemplate'>;
}

/** The name if the proxies belong to no client, or to several. */
const NAME = 'dedicated';
/** The number of ids processed at a time. */
const STEP = 2_000;

/** Counts the lines and passes each piece to `use`. Throws `conflict` if there is no line at all. */
const countLines = async (
  db: Database,
  accountId: string,
  proxyIds: readonly number[],
  formatId: FormatId,
  use: (lines: readonly string[]) => void = () => {},
) => {
  const count = { lines: 0, skipped: 0, unlistable: 0 };
  for await (const { lines, skipped, unlistable } of proxyLines(db, accountId, proxyIds, formatId)) {
    use(lines);
    count.lines += lines.length;
    count.skipped += skipped;
    count.unlistable += unlistable;
  }
  if (count.lines > 0) return count;
  const code = count.unlistable > 0 && count.skipped === 0 ? 'proxies-unlistable' : 'no-proxy-lines';
  throw new DeskError('conflict', 'No proxy here can be written in this layout.', { code });
};

/** Returns the parts of the file's name, with the client to whom all proxies belong, or `null`. */
const facetsOf = (db: Database, accountId: string, proxyIds: readonly number[]) => {
  const clients = new Set<number | null>();
  const countries = new Set<string>();
  const kinds = new Set<string>();
  for (let from = 0; from < proxyIds.length; from += STEP) {
    for (const { clientId, countryCode, ipv } of readProxyFacets(db, accountId, proxyIds.slice(from, from + STEP))) {
      clients.add(clientId);
      countries.add(countryCode);
      kinds.add(ipv === 6 ? 'ipv6' : ipv === 3 ? 'ipv4-shared' : 'ipv4');
    }
  }
  const [clientId] = clients;
  return {
    client: clients.size === 1 && clientId != null ? findClientPair(db, accountId, clientId) : null,
    recipe: { poolType: [...kinds].sort().join('-'), countries: [...countries].sort() },
  };
};

async function* chunks(db: Database, accountId: string, proxyIds: readonly number[], formatId: FormatId, end: string) {
  for await (const { lines } of proxyLines(db, accountId, proxyIds, formatId)) {
    if (lines.length > 0) yield Buffer.from(lines.map((line) => line + end).join(''), 'utf8');
  }
}

/** Copies the lines of proxies. Throws `conflict` if there are none, or too many. */
export const copyProxyLines = async (
  { db, desktop }: Pick<OutputDeps, 'db' | 'desktop'>,
  accountId: string,
  proxyIds: readonly number[],
  formatId: FormatId,
) => {
  if (proxyIds.length > MAX_COPIED_LINES) {
    const params = { max: MAX_COPIED_LINES, count: proxyIds.length };
    throw new DeskError('conflict', 'Too many lines to copy.', { code: 'too-many-to-copy', params });
  }
  const lines: string[] = [];
  const count = await countLines(db, accountId, proxyIds, formatId, (some) => lines.push(...some));
  desktop.writeClipboard(lines.join('\n'), { secret: formatId !== 3 });
  return count;
};

/**
 * Asks for a path and saves the lines of proxies in a file like that of a list. `null` if the dialog was closed. Throws
 * `conflict` if there are none.
 */
export const saveProxyLines = async (
  deps: OutputDeps,
  accountId: string,
  proxyIds: readonly number[],
  formatId: FormatId,
): Promise<{ export: ExportRecord; skipped: number; unlistable: number } | null> => {
  const { db, clock, settings } = deps;
  const t = textsOf(deps.language);
  const { lines: lineCount, ...leftOut } = await countLines(db, accountId, proxyIds, formatId);
  const { lineEnding, fileNameTemplate } = settings();
  const end = lineEndOf(lineEnding);
  const { client, recipe } = facetsOf(db, accountId, proxyIds);
  const named: NamedList =
    client === null
      ? { clientName: NAME, clientKey: NAME, messengerId: null, recipe }
      : { clientName: client.name, clientKey: client.clientKey, messengerId: client.messengerId, recipe };
  const view = { formatId, variant: 'ip', lineCount } as const;
  const countries = recipe.countries.slice(0, 5).join(', ').toUpperCase();
  const record = await saveExport(deps, accountId, {
    ...view,
    dialogTitle: t('files:dialogs.saveProxies'),
    suggestedName: exportFileName(fileNameTemplate, named, { ...view, count: lineCount }, clock.now()),
    listId: null,
    listTitle: [t('files:proxies'), ...(client === null ? [] : [shortClientLabel(client)]), countries].join(' · '),
    chunks: () => chunks(db, accountId, proxyIds, formatId, end),
  });
  return record === null ? null : { export: record, ...leftOut };
};
