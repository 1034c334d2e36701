import type { RunSubject } from '#shared/contract/runs.ts';
import type { Language } from '#shared/domain/language.ts';
import { localDate } from '#shared/domain/local-date.ts';
import type { Session } from '../account/session.ts';
import { textsIn } from '../common/texts.ts';
import type { Undos } from '../common/undos.ts';
import type { PartialBook } from '../files/partial-book.ts';
import type { Emit, FeatureHandlers } from '../handlers.ts';
import type { Clock, FileDialogs } from '../ports.ts';
import type { ManyContext, RunForAnswer, RunMany } from '../runs/run-many.ts';
import { createMoneyOfFiles } from '../sales/money-of-files.ts';
import type { Database } from '../storage/database.ts';
import { createClientBulk } from './client-bulk.ts';
import { createClientList } from './client-list.ts';
import { createClientRepository } from './client-repository.ts';
import { createClientService } from './client-service.ts';
import { listTags } from './client-tags.ts';
import { exportClients } from './csv-export.ts';
import { createCsvImports } from './csv-import-session.ts';
import { createImportReports } from './import-report.ts';

interface ClientsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly session: Pick<Session, 'accountId'>;
  readonly dialogs: FileDialogs;
  readonly partials: PartialBook;
  readonly undos: Undos;
  readonly runMany: RunMany;
  readonly runForAnswer: RunForAnswer;
  /** Runs that ended badly need no look any more. */
  readonly dismissRuns: (accountId: string, runIds: readonly number[]) => void;
  /** An import may have brought debts and prices. */
  readonly onMoney: () => void;
  /** The setting. */
  readonly lowTrafficGb: () => number;
}

export interface ClientsFeature {
  readonly handlers: FeatureHandlers<'clients'>;
  /** Ends the undo of the runs before; call it once at start-up and do not wait for it. */
  purgeRemoved(): Promise<void>;
  /** Removes the bad lines of imports that nobody will correct any more; call it like that, too. */
  forgetImportLines(): Promise<void>;
}

const CSV_FILTER = { name: 'CSV', extensions: ['csv', 'txt', 'tsv'] } as const;

/** Everything of the contract's `clients.*`. */
export const createClients = (deps: ClientsDeps): ClientsFeature => {
  const { db, clock, emit, dialogs, partials } = deps;
  const accountId = (): string => deps.session.accountId();
  const repository = createClientRepository(db);
  const list = createClientList({ ...deps, repository });
  const service = createClientService({ db, clock, emit, repository });
  const bulk = createClientBulk({ ...deps, repository });
  const reports = createImportReports(db, deps);
  const money = createMoneyOfFiles(db, clock);
  const imports = createCsvImports({ ...deps, repository, reports, money });

  const many = <T>(
    action: Extract<RunSubject, { readonly what: 'clients' }>['action'],
    clientIds: readonly number[],
    work: (context: ManyContext) => Promise<T>,
  ): Promise<T> => {
    const total = clientIds.length;
    return deps.runMany({ accountId: accountId(), subject: { what: 'clients', action, clients: total }, total }, work);
  };

  const suggestedName = (language: Language): string =>
    `${textsIn(language)('files:names.clients')}-${localDate(clock.now())}.csv`;

  return {
    handlers: {
      'clients.list': (question) => list.page(accountId(), question),
      'clients.ids': (question) => ({ ids: [...list.ids(accountId(), question)] }),
      'clients.get': ({ clientId }) => service.get(accountId(), clientId),
      'clients.add': (fields) => service.add(accountId(), fields),
      'clients.update': ({ clientId, ...fields }) => service.update(accountId(), clientId, fields),
      'clients.archive': ({ clientIds }) =>
        many('archive', clientIds, (context) => bulk.setArchived(accountId(), clientIds, true, context)),
      'clients.restore': ({ clientIds }) =>
        many('restore', clientIds, (context) => bulk.setArchived(accountId(), clientIds, false, context)),
      'clients.remove': ({ clientIds }) =>
        many('remove', clientIds, (context) => bulk.remove(accountId(), clientIds, context)),
      'clients.tag': ({ clientIds, add, remove }) =>
        many('tag', clientIds, (context) => bulk.tag(accountId(), clientIds, { add, remove }, context)),
      'clients.tags': () => listTags(db, accountId()),
      'clients.importOpen': async () => {
        const account = accountId();
        const path = await dialogs.openFile({ title: 'CSV', filters: [CSV_FILTER] });
        return path === null ? null : imports.open(account, path);
      },
      'clients.importPreview': ({ importId, reading }) => imports.preview(accountId(), importId, reading),
      'clients.importProblems': ({ importId, kind, offset, limit }) =>
        imports.problems(accountId(), importId, kind, offset, limit),
      'clients.importConfirm': ({ importId, existing }) => imports.confirm(accountId(), importId, existing),
      'clients.importReport': ({ runId }) => reports.read(accountId(), runId),
      'clients.importReportLines': ({ runId, offset, limit }) => reports.problems(accountId(), runId, offset, limit),
      'clients.importReportSave': ({ runId, language }) => reports.save(accountId(), runId, language),
      'clients.importCancel': ({ importId }) => {
        imports.cancel(accountId(), importId);
        return {};
      },
      'clients.exportCsv': async ({ filter, sort, clientIds, language }) => {
        const account = accountId();
        const ids = clientIds ?? list.ids(account, { filter, sort });
        const path = await dialogs.saveFile({
          title: textsIn(language)('files:dialogs.saveClients'),
          suggestedName: suggestedName(language),
          filters: [CSV_FILTER],
        });
        if (path === null) return null;
        return exportClients({ path, partials }, ids, language, { accountId: account, repository, money });
      },
    },
    purgeRemoved: bulk.purgeRemoved,
    forgetImportLines: reports.forgetOldLines,
  };
};
