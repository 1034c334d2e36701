import { basename } from 'node:path';
import type { CommonDeps } from '#core/context.ts';
import { type ManyContext, type RunStarter, runMany } from '#core/engine/run-many.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import { CSV_FILTER, saveCsv } from '#core/platform/files/save-csv.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sectionOf } from '#core/platform/sqlite/list.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { textsIn } from '#core/platform/text/texts.ts';
import type { ClientRow } from '#shared/contract/clients.ts';
import type { RunSubject } from '#shared/contract/runs.ts';
import { chatAddressOf } from '#shared/domain/chat-address.ts';
import { DeskError } from '#shared/result.ts';
import { createClientBulk } from './client-bulk.ts';
import { createClientList, hideDebts, withoutDebt } from './client-list.ts';
import type { ClientNeedSettings } from './client-needs.ts';
import { debtsOf, NO_DEBTS } from './client-repository.ts';
import { addClient, getClient, updateClient } from './client-service.ts';
import { clientsTable } from './csv-export.ts';
import { createCsvImports } from './csv-import-session.ts';
import { countRunning } from './ending-subscriptions.ts';
import type { FileMoney } from './file-money.ts';
import { forgetOldBadLines } from './import-lines.ts';
import { readImportProblems, readImportReport, saveBadLines } from './import-report.ts';
import { orderByNames } from './order-by-names.ts';

/**
 * Returns the tags of all clients that were not removed, including archived ones, with the number of clients, by name.
 * It subtracts the tags of removed clients from all tags, because that reads far fewer rows than the clients
 * themselves.
 */
const listTags = (db: Database, accountId: string): { tag: string; count: number }[] =>
  db
    .all<{ tag: string; count: number }>(sql`SELECT tag, sum(n) AS count FROM (
        SELECT tag, count(*) AS n FROM client_tags WHERE account_id = ${accountId} GROUP BY tag
        UNION ALL SELECT t.tag, -count(*) FROM clients c CROSS JOIN client_tags t ON t.client_id = c.id
        WHERE c.account_id = ${accountId} AND c.removed > 0 GROUP BY t.tag
      ) GROUP BY tag HAVING sum(n) > 0`)
    .toSorted((a, b) => a.tag.localeCompare(b.tag));

/** The files that an import can read. */
const TABLE_FILTER = {
  name: 'CSV, Excel, JSON',
  extensions: [...CSV_FILTER.extensions, 'xlsx', 'xlsm', 'json'],
} as const;

interface ClientsDeps
  extends CommonDeps<
    'db' | 'clock' | 'bus' | 'emit' | 'desktop' | 'dialogs' | 'partials' | 'deeds' | 'session' | 'language'
  > {
  readonly engine: RunStarter;
  /** Marks runs that ended badly as seen. */
  readonly dismissRuns: (accountId: string, runIds: readonly number[]) => void;
  readonly money: FileMoney;
  readonly settings: () => ClientNeedSettings;
}

export type ClientsFeature = ReturnType<typeof createClients>;

/** Creates the feature "clients" with the contract's `clients.*`. */
export const createClients = (deps: ClientsDeps) => {
  const { db, clock, dialogs } = deps;
  const accountId = (): string => deps.session.accountId();
  const list = hideDebts(createClientList(deps), deps.money.isInUse);
  const bulk = createClientBulk(deps);
  const { money } = deps;
  const shown = (row: ClientRow): ClientRow => (money.isInUse(accountId()) ? row : withoutDebt(row));
  const imports = createCsvImports(deps);

  const many = <T>(
    action: Extract<RunSubject, { readonly what: 'clients' }>['action'],
    clientIds: readonly number[],
    work: (context: ManyContext) => Promise<T>,
  ): Promise<T> => {
    const total = clientIds.length;
    const subject = { what: 'clients', action, clients: total } as const;
    return runMany(deps.engine, { accountId: accountId(), subject, total }, work);
  };

  const handlers: FeatureHandlers<'clients'> = {
    'clients.list': ({ namedFirst, ...question }) => {
      const account = accountId();
      if (!namedFirst) return list.page(account, question);
      const ids = orderByNames(db, account, question.filter.search, list.ids(account, question));
      return sectionOf(ids, question, (page) => list.rows(account, page));
    },
    'clients.ids': (question) => ({ ids: [...list.ids(accountId(), question)] }),
    'clients.openChat': async ({ clientId }) => {
      const address = chatAddressOf(getClient(db, accountId(), clientId));
      if (address === null) throw new DeskError('conflict', 'A group has no chat of its own.', { code: 'no-chat' });
      await deps.desktop.openChat(address).catch(() => {
        throw new DeskError('conflict', 'No program opens chats here.', { code: 'no-messenger' });
      });
      return {};
    },
    'clients.get': ({ clientId }) => shown(getClient(db, accountId(), clientId)),
    'clients.add': (fields) => shown(addClient(deps, accountId(), fields)),
    'clients.update': ({ clientId, seen, ...fields }) => shown(updateClient(deps, accountId(), clientId, fields, seen)),
    'clients.archive': ({ clientIds }) =>
      many('archive', clientIds, (context) => bulk.setArchived(accountId(), clientIds, true, context)),
    'clients.restore': ({ clientIds }) =>
      many('restore', clientIds, (context) => bulk.setArchived(accountId(), clientIds, false, context)),
    'clients.holdings': ({ clientIds }) => ({
      runningVpn: countRunning(db, accountId(), clientIds, clock.now()),
      ...(money.isInUse(accountId()) ? debtsOf(db, accountId(), clientIds) : NO_DEBTS),
    }),
    'clients.remove': ({ clientIds }) =>
      many('remove', clientIds, (context) => bulk.remove(accountId(), clientIds, context)),
    'clients.tag': ({ clientIds, add, remove }) =>
      many('tag', clientIds, (context) => bulk.tag(accountId(), clientIds, { add, remove }, context)),
    'clients.tags': () => listTags(db, accountId()),
    'clients.importOpen': async () => {
      const account = accountId();
      const path = await dialogs.openFile({ title: TABLE_FILTER.name, filters: [TABLE_FILTER] });
      return path === null ? null : imports.open(account, { kind: 'path', path });
    },
    'clients.importGiven': ({ table }) =>
      imports.open(
        accountId(),
        table.kind === 'pasted'
          ? { kind: 'pasted', name: textsIn(deps.language())('files:names.pasted'), text: table.text }
          : { kind: 'bytes', name: basename(table.name), bytes: Buffer.from(table.base64, 'base64') },
      ),
    'clients.importPreview': ({ importId, reading }) => imports.preview(accountId(), importId, reading),
    'clients.importProblems': ({ importId, kind, offset, limit }) =>
      imports.problems(accountId(), importId, kind, offset, limit),
    'clients.importConfirm': ({ importId, ...choices }) => imports.confirm(accountId(), importId, choices),
    'clients.importReport': ({ runId }) => readImportReport(db, accountId(), runId),
    'clients.importReportLines': ({ runId, ...page }) => readImportProblems(db, accountId(), runId, page),
    'clients.importReportSave': ({ runId, language }) => saveBadLines(deps, accountId(), runId, language),
    'clients.importCancel': ({ importId }) => {
      imports.cancel(accountId(), importId);
      return {};
    },
    'clients.exportCsv': async ({ filter, sort, clientIds, language }) => {
      const account = accountId();
      const ids = clientIds ?? list.ids(account, { filter, sort });
      const t = textsIn(language);
      const asked = { title: t('files:dialogs.saveClients'), name: t('files:names.clients') };
      return saveCsv(deps, asked, () => clientsTable(ids, language, { accountId: account, db, money }));
    },
  };

  return {
    handlers,
    trash: bulk.trash,
    /** Call it once at the start without waiting for it. */
    purgeWrittenAgain: bulk.purgeWrittenAgain,
    /** Deletes old bad lines of imports. Call it at the start without waiting for it. */
    forgetImportLines: () => forgetOldBadLines(db, clock.now()),
  };
};
