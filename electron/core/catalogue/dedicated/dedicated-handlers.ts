import { z } from 'zod';
import { createEventTally } from '#core/catalogue/clients/client-events.ts';
import { findClientPair } from '#core/catalogue/clients/client-pair.ts';
import { keepUnseenText } from '#core/catalogue/edits/unseen-text.ts';
import type { CommonDeps } from '#core/context.ts';
import { type ManyContext, type RunStarter, runMany } from '#core/engine/run-many.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { writeInSlices } from '#core/platform/sqlite/write-slices.ts';
import { type IdsPart, idsPart } from '#core/platform/undo/ids-part.ts';
import type { DedicatedProxy } from '#shared/contract/dedicated.ts';
import type { RunSubject } from '#shared/contract/runs.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { CLIENT_TEXTS } from '#shared/domain/client-fields.ts';
import type { ExpiryFilter } from '#shared/domain/dedicated-limits.ts';
import { DeskError, invalidInput } from '#shared/result.ts';
import { pastChecksOf, stoppedAtOf } from './check-history.ts';
import { createDedicatedCountries } from './countries.ts';
import { createDedicatedStore } from './dedicated-store.ts';
import { createImportProxies } from './import-proxies.ts';
import { createProxyList } from './proxy-list.ts';
import { copyProxyLines, saveProxyLines } from './proxy-output.ts';
import {
  archiveProxies,
  countProxiesByClient,
  findProxiesByArchive,
  findProxiesHeldBy,
  getProxy,
  groupProxiesOfOthers,
  readProxies,
  readProxyCredentials,
  writeProxyClient,
  writeProxyNote,
} from './proxy-repository.ts';
import { readSummary } from './summary.ts';
import { switchProtocol } from './switch-protocol.ts';

interface DedicatedDeps
  extends CommonDeps<
    'db' | 'clock' | 'emit' | 'session' | 'dialogs' | 'desktop' | 'partials' | 'deeds' | 'language' | 'assumedZone'
  > {
  readonly settings: () => Pick<Settings, 'lineEnding' | 'fileNameTemplate'>;
  readonly engine: RunStarter;
}

const BY_END = { by: 'expiresAt', direction: 'asc' } as const;
const NO_FILTER = { search: '', countries: [], ipvs: [], unassigned: false, stopped: false, archived: false };

/** Changes a part of the selection and returns the number of changed rows. */
type Change = (accountId: string, ids: readonly number[]) => number;

const assignedIds = idsPart.extend({ from: z.int().nullable(), to: z.int().nullable() });
type AssignedIds = z.output<typeof assignedIds>;

type ProxyDeed = 'proxies-assign' | 'proxies-archive' | 'proxies-restore';
const ACTIONS = {
  'proxies-assign': 'assign',
  'proxies-archive': 'archive',
  'proxies-restore': 'restore',
} as const satisfies Record<ProxyDeed, Extract<RunSubject, { readonly what: 'proxies' }>['action']>;

/** The number of rows written at a time. */
const PIECE = 500;

/** Creates the feature "dedicated": the owned proxies, and the service's offer (docs/api.md#dedicated-proxies). */
export const createDedicated = (deps: DedicatedDeps) => {
  const { db, clock, emit, session, desktop, deeds, assumedZone } = deps;
  const rows = (accountId: string, ids: readonly number[]) => readProxies(deps, accountId, ids);
  const list = createProxyList(deps);
  const countries = createDedicatedCountries({ db, session, clock });
  const { refreshAvailability } = countries;

  const inPieces = async (accountId: string, proxyIds: readonly number[], change: Change, context?: ManyContext) => {
    let count = 0;
    const pieces = Array.from({ length: Math.ceil(proxyIds.length / PIECE) }, (_, at) =>
      proxyIds.slice(at * PIECE, (at + 1) * PIECE),
    );
    const write = (ids: readonly number[]): void => {
      count += change(accountId, ids);
    };
    await writeInSlices(db, pieces, write, {
      ...(context && { signal: context.signal }),
      onSlice: (done) => context?.progress(Math.min(done * PIECE, proxyIds.length)),
    });
    return count;
  };

  /** Changes many proxies. `partsOf` is called before each part is changed, and returns what its undo needs. */
  const changeMany = <Part extends IdsPart>(
    kind: ProxyDeed,
    proxyIds: readonly number[],
    change: Change,
    partsOf: (accountId: string, ids: readonly number[]) => readonly Part[],
  ): Promise<{ count: number; undoId: number }> => {
    const accountId = session.accountId();
    const total = proxyIds.length;
    const name = total === 1 ? addressOf(accountId, proxyIds) : null;
    const subject = { what: 'proxies', action: ACTIONS[kind], proxies: total } as const;
    return runMany(deps.engine, { accountId, subject, total }, (context) =>
      deeds.note<Part>({ accountId, kind, name }, (notes) => {
        const noted: Change = (account, ids) => {
          for (const part of partsOf(account, ids)) notes.add(part, part.ids.length);
          return change(account, ids);
        };
        return inPieces(accountId, proxyIds, noted, context);
      }),
    );
  };
  const addressOf = (accountId: string, proxyIds: readonly number[]): string | null => {
    const [proxy] = rows(accountId, proxyIds);
    return proxy === undefined || proxy.ip === null ? null : [proxy.ip, proxy.port].filter(Boolean).join(':');
  };

  const assignTo = (clientId: number | null): Change => {
    const tally = createEventTally(deps);
    return (accountId, ids) => {
      for (const owner of countProxiesByClient(db, accountId, ids, clientId)) {
        tally.add(owner.clientId, { name: 'proxies-unassigned', count: owner.count });
      }
      const count = writeProxyClient(db, accountId, ids, clientId);
      if (clientId !== null) tally.add(clientId, { name: 'proxies-assigned', count });
      return count;
    };
  };
  const hasClient = (accountId: string, clientId: number | null): boolean =>
    clientId === null ||
    db.has(sql`SELECT 1 FROM clients WHERE id = ${clientId} AND account_id = ${accountId} AND removed = 0`);
  const archive =
    (archived: boolean): Change =>
    (accountId, ids) =>
      archiveProxies(db, accountId, ids, archived);

  deeds.register('proxies-assign', {
    part: assignedIds,
    // Assigns proxies to their former client, unless that client was removed or the proxies were assigned again
    // meanwhile.
    takeBack: (accountId, { ids, from, to }) => {
      const still = findProxiesHeldBy(db, accountId, ids, to);
      return still.length > 0 && hasClient(accountId, from) ? assignTo(from)(accountId, still) : 0;
    },
  });
  // Undoing an import archives its proxies, because a dedicated proxy is never deleted.
  for (const [kind, archived] of [
    ['proxies-archive', false],
    ['proxies-restore', true],
    ['proxies-import', true],
  ] as const) {
    const back = archive(archived);
    deeds.register(kind, { part: idsPart, takeBack: (accountId, { ids }) => back(accountId, ids) });
  }

  const passwordOf = (proxyId: number): string => {
    const accountId = session.accountId();
    const { id } = getProxy(deps, accountId, proxyId);
    const [credentials] = readProxyCredentials(db, accountId, [id]);
    const password = credentials?.password ?? null;
    if (password !== null) return password;
    throw new DeskError('not-found', 'The answer held no readable password.', { code: 'no-proxy-password' });
  };

  const setNote = (proxyId: number, typed: string, seen: string | undefined): DedicatedProxy => {
    const note = typed.trim();
    if (note.length > CLIENT_TEXTS.note.limit) {
      throw invalidInput('The note is too long.', {
        field: 'note',
        code: 'too-long',
        params: { max: CLIENT_TEXTS.note.limit },
      });
    }
    const accountId = session.accountId();
    db.transaction(() => {
      const present = getProxy(deps, accountId, proxyId).note;
      keepUnseenText(db, { accountId, kind: 'proxy', localId: proxyId, field: 'note', seen, present, next: note });
      writeProxyNote(db, accountId, proxyId, note);
    });
    return getProxy(deps, accountId, proxyId);
  };

  /** The price of an order is asked for by the journal of purchases, which knows what can be ordered. */
  const handlers: Omit<FeatureHandlers<'dedicated'>, 'dedicated.quote'> = {
    ...createImportProxies(deps),
    'dedicated.countries': async ({ ipv, refresh }) => {
      const { rows, asOf } = await countries.list(ipv, refresh);
      return { rows: [...rows], asOf };
    },
    'dedicated.availability': ({ ipv, countryCode, refresh }) => countries.availability(ipv, countryCode, refresh),
    'dedicated.list': (question) => list.page(session.accountId(), question),
    'dedicated.ids': (question) => ({ ids: [...list.ids(session.accountId(), question)] }),
    'dedicated.get': ({ proxyId }) => getProxy(deps, session.accountId(), proxyId),
    'dedicated.checks': ({ proxyId }) => {
      const { id } = getProxy(deps, session.accountId(), proxyId);
      return { checks: pastChecksOf(db, id), stoppedAt: stoppedAtOf(db, id) };
    },
    'dedicated.rows': ({ proxyIds }) => rows(session.accountId(), proxyIds),
    'dedicated.summary': () => readSummary(db, session.accountId(), assumedZone(), clock.now()),
    'dedicated.password': ({ proxyId }) => ({ password: passwordOf(proxyId) }),
    'dedicated.copyPassword': ({ proxyId }) => {
      desktop.writeClipboard(passwordOf(proxyId), { secret: true });
      return {};
    },
    'dedicated.copy': ({ proxyIds, formatId }) => copyProxyLines(deps, session.accountId(), proxyIds, formatId),
    'dedicated.save': async ({ proxyIds, formatId }) => {
      const saved = await saveProxyLines(deps, session.accountId(), proxyIds, formatId);
      if (saved !== null) emit('lists.exported', { exportId: saved.export.id, listId: null });
      return saved;
    },
    'dedicated.setProtocol': async ({ proxyIds, portType, sendAll }) => {
      const accountId = session.accountId();
      const api = await session.api(accountId);
      return switchProtocol(db, {
        api,
        accountId,
        proxyIds,
        portType,
        sendAll,
        tally: createEventTally(deps),
      });
    },
    'dedicated.assign': ({ proxyIds, clientId }) => {
      if (clientId !== null) findClientPair(db, session.accountId(), clientId);
      return changeMany<AssignedIds>('proxies-assign', proxyIds, assignTo(clientId), (accountId, ids) =>
        groupProxiesOfOthers(db, accountId, ids, clientId).map((before) => ({
          ids: [...before.ids],
          from: before.clientId,
          to: clientId,
        })),
      );
    },
    'dedicated.setNote': ({ proxyId, note, seen }) => setNote(proxyId, note, seen),
    'dedicated.archive': ({ proxyIds, archived }) =>
      changeMany<IdsPart>(
        archived ? 'proxies-archive' : 'proxies-restore',
        proxyIds,
        archive(archived),
        (accountId, ids) => [{ ids: findProxiesByArchive(db, accountId, ids, !archived) }],
      ),
  };

  return {
    /** The access of the journal of purchases. */
    store: createDedicatedStore({ db, assumedZone, refreshAvailability }),
    /** Returns the owned proxies among the ids, in their order. */
    rows,
    /** Counts the proxies that the list shows under an expiry filter, without archived ones. */
    countByExpiry: (accountId: string, expiry: ExpiryFilter): number =>
      list.ids(accountId, { filter: { ...NO_FILTER, expiry }, sort: BY_END }).length,
    handlers,
  };
};
