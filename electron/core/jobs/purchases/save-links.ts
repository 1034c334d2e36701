import { basename } from 'node:path';
import type { CommonDeps } from '#core/context.ts';
import type { StoredRun } from '#core/engine/run-repository.ts';
import { writeFileAtomically } from '#core/platform/files/atomic-file.ts';
import type { CsvRow } from '#core/platform/files/csv-file.ts';
import { saveCsv } from '#core/platform/files/save-csv.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { CoreTexts } from '#core/platform/text/texts.ts';
import { clientLabel } from '#shared/domain/client-label.ts';
import { asOneLine } from '#shared/domain/control-characters.ts';
import { localDate } from '#shared/domain/local-date.ts';
import { DeskError } from '#shared/result.ts';

interface SaveLinksDeps extends CommonDeps<'db' | 'clock' | 'dialogs' | 'partials'> {}

/** A subscription that a line of the run has bought. */
interface BoughtLink {
  readonly line: number;
  readonly name: string;
  readonly messengerId: number | null;
  readonly clientKey: string;
  readonly url: string;
  /** ms since the epoch, UTC; `null` if unknown. */
  readonly expiresAt: number | null;
}

export interface SavedLinks {
  readonly fileName: string;
  readonly rows: number;
  /** The number of lines that were bought but whose link is not known. */
  readonly leftOut: number;
}

const PAGE = 500;

/** Lines whose answer confirmed exactly what was ordered (docs/money.md#what-is-known), and the subscriptions they bought. */
const BOUGHT = sql`run_lines l JOIN run_charges h ON h.run_id = l.run_id AND h.charge = l.charge
  JOIN purchases p ON p.id = h.purchase_id AND p.outcome = 'charged' AND p.basis = 'answer' AND p.goods = 'here'
    AND p.differences_json IS NULL
  LEFT JOIN clients c ON c.id = l.client_id AND c.removed = 0
  LEFT JOIN vpn_subscriptions s ON s.client_id = c.id AND s.gone_at IS NULL AND coalesce(s.url, '') <> ''
    AND lower(s.uuid) = lower(p.goods_json ->> '$.uuid')`;

const countBought = (db: Database, runId: number): { readonly all: number; readonly links: number } =>
  db.get<{ all: number; links: number }>(sql`SELECT count(*) AS "all", count(s.url) AS links FROM ${BOUGHT}
    WHERE l.run_id = ${runId}`) ?? { all: 0, links: 0 };

/** Yields the links in the order of the run, page by page. */
function* linksOf(db: Database, runId: number): Generator<readonly BoughtLink[]> {
  let after = -1;
  for (;;) {
    const page = db.all<BoughtLink>(sql`SELECT l.line, coalesce(c.name, l.client_name) AS name,
        coalesce(c.messenger_id, l.messenger_id) AS messengerId,
        coalesce(c.client_key, l.client_key, '') AS clientKey, s.url, s.expires_at
      FROM ${BOUGHT} WHERE l.run_id = ${runId} AND l.line > ${after} AND s.url IS NOT NULL
      ORDER BY l.line LIMIT ${PAGE}`);
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last.line;
  }
}

const COLUMNS = ['client', 'messengerId', 'clientKey', 'link', 'endsUtc'] as const;

/**
 * Saves the links of the subscriptions that a run has bought, as one line of text for each or as a table. Returns `null`
 * if the dialog was closed. Throws `conflict` (`no-links`) if the run has brought none.
 */
export const saveLinks = async (
  deps: SaveLinksDeps,
  { id: runId }: StoredRun,
  format: 'text' | 'csv',
  t: CoreTexts,
): Promise<SavedLinks | null> => {
  const { db, clock, dialogs, partials } = deps;
  if (countBought(db, runId).links === 0) {
    throw new DeskError('conflict', 'There is no link to save.', { code: 'no-links' });
  }
  const title = t('files:dialogs.saveLinks');
  const name = t('files:names.links');
  const leftOut = (rows: number): number => Math.max(0, countBought(db, runId).all - rows);
  if (format === 'csv') {
    const cells = ({ name: client, messengerId, clientKey, url, expiresAt }: BoughtLink): CsvRow => [
      client,
      messengerId ?? '',
      clientKey,
      url,
      { value: expiresAt === null ? '' : new Date(expiresAt).toISOString() },
    ];
    function* pages(): Generator<readonly CsvRow[]> {
      for (const links of linksOf(db, runId)) yield links.map(cells);
    }
    const head = [COLUMNS.map((column) => t(`files:columns.${column}`))];
    const saved = await saveCsv(deps, { title, name, number: `-${runId}` }, () => ({ head, pages: pages() }));
    return saved === null ? null : { fileName: saved.fileName, rows: saved.rows, leftOut: leftOut(saved.rows) };
  }
  const suggestedName = `${name}-${localDate(clock.now())}-${runId}.txt`;
  const filters = [{ name: 'TXT', extensions: ['txt'] }];
  const path = await dialogs.saveFile({ title, suggestedName, filters });
  if (path === null) return null;
  let rows = 0;
  function* chunks(): Generator<Uint8Array> {
    for (const links of linksOf(db, runId)) {
      rows += links.length;
      yield Buffer.from(
        links.map(({ url, ...client }) => `${asOneLine(clientLabel(client))}: ${asOneLine(url)}\n`).join(''),
        'utf8',
      );
    }
  }
  const written = await writeFileAtomically(path, chunks(), { partials });
  return { fileName: basename(written.path), rows, leftOut: leftOut(rows) };
};
