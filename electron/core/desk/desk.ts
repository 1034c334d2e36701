import { createScheduledLists } from '#core/automation/scheduled-lists/scheduled-lists-handlers.ts';
import { createScheduler } from '#core/automation/scheduler/scheduler.ts';
import { createOrderRules } from '#core/automation/standing/order-rules.ts';
import { createStanding } from '#core/automation/standing/standing-handlers.ts';
import { createBus } from '#core/bus.ts';
import { createClientEvents } from '#core/catalogue/clients/client-events.ts';
import { createClients } from '#core/catalogue/clients/clients-handlers.ts';
import { createDedicated } from '#core/catalogue/dedicated/dedicated-handlers.ts';
import { createLists } from '#core/catalogue/lists/lists-handlers.ts';
import { createPremium } from '#core/catalogue/premium/premium-handlers.ts';
import { createVpn } from '#core/catalogue/vpn/vpn-handlers.ts';
import type { CommonDeps } from '#core/context.ts';
import { createSettings } from '#core/desk/settings/settings-handlers.ts';
import { createUpdates } from '#core/desk/updates/updates-handlers.ts';
import { createRunForAnswer, createRunMany } from '#core/engine/run-many.ts';
import type { Handlers } from '#core/handlers.ts';
import { createCheckRuns } from '#core/jobs/check/check-run.ts';
import { createListsRuns } from '#core/jobs/lists/lists-run.ts';
import { createPurchasesRuns } from '#core/jobs/purchases/purchases-run.ts';
import { createRefresh } from '#core/jobs/refresh/refresh.ts';
import { createRunHandlers, createRuns } from '#core/jobs/runs-handlers.ts';
import { notePrices } from '#core/money/prices/known-prices.ts';
import type { ChargeGuard } from '#core/money/purchases/buying.ts';
import { createPurchases } from '#core/money/purchases/purchases-handlers.ts';
import { createMoneyOfFiles } from '#core/money/sales/money-of-files.ts';
import { createSales } from '#core/money/sales/sales-handlers.ts';
import type { DeskMark } from '#core/platform/copies/desk-mark.ts';
import type { Keychain } from '#core/platform/secrets/keychain.ts';
import type { DataFolder } from '#core/platform/sqlite/data-folder.ts';
import { createDeeds } from '#core/platform/undo/deeds.ts';
import { createUndos } from '#core/platform/undo/undos.ts';
import type { Ports } from '#core/ports.ts';
import { createAccount } from '#core/service/account/account-handlers.ts';
import { createConnection } from '#core/service/connection/connection-feature.ts';
import { captureShared, createSharedDesk } from '#core/sync/membership/shared-desk-handlers.ts';
import { createAlerts } from '#core/views/alerts/alerts-handlers.ts';
import { createBackup } from '#core/views/backup/backup-handlers.ts';
import { createHandover } from '#core/views/handover/handover-handlers.ts';
import { createOverview } from '#core/views/overview/overview-handlers.ts';
import { createPractice } from '#core/views/practice/practice.ts';
import { diagnostics } from '#core/views/system/diagnostics.ts';
import { createSystem } from '#core/views/system/system-handlers.ts';
import type { Trouble } from '#core/views/system/troubles.ts';
import { createTrash } from '#core/views/trash/trash-handlers.ts';
import { createUndoHandlers } from '#core/views/undo/undo-handlers.ts';
import { resolveLanguage } from '#shared/domain/language.ts';
import { DeskError } from '#shared/result.ts';
import { connectFeatures } from './connect-features.ts';
import { runInBackground } from './desk-background.ts';
import { createDispatch } from './dispatch.ts';

interface DeskDeps extends CommonDeps<'partials' | 'emit'> {
  readonly ports: Ports;
  readonly folder: DataFolder;
  readonly keychain: Keychain;
  readonly mark: DeskMark;
  /** Closes this desk, lets `bring` put another database in its place, and opens a desk on that. */
  readonly replace: (bring: () => Promise<void>) => Promise<void>;
  /** Lets requests wait until the work is done. */
  readonly hold: (work: () => Promise<void>) => Promise<void>;
  /** The errors and warnings since the start of the app. */
  readonly troubles: () => readonly Trouble[];
}

export type Desk = ReturnType<typeof createDesk>;

/** Creates all features on one open database. */
export const createDesk = (deps: DeskDeps) => {
  const { ports, folder, keychain, mark, partials, emit: tellPages, replace, hold, troubles } = deps;
  const { clock, logger } = ports;
  const bus = createBus(tellPages, logger);
  const { emit } = bus;
  const db = folder.db();
  captureShared(db);
  const closing = new AbortController();

  const settings = createSettings({ db, emit });
  const account = createAccount({
    ...ports,
    db,
    bus,
    keychain,
    closing: closing.signal,
    requestsPerSecond: () => settings.current().requestsPerSecond,
    onAnswer: (accountId, answered) => notePrices(db, accountId, answered),
    onOutcome: (outcome) => connection.report(outcome),
    knowsToken: (accountId, hash) => sharedDesk.knowsToken(accountId, hash),
    hasChargeInFlight: (accountId) => purchases.hasChargeInFlight(accountId),
    folder,
    scrub: async () => {
      // Nothing can be written during the clean-up, but the outcome of a purchase must be.
      while (purchases.hasChargeInFlight() && !closing.signal.aborted) {
        await clock.sleep(1_000, closing.signal).catch(() => {});
      }
      if (closing.signal.aborted) return;
      await lists.clearOutgoing();
      await hold(folder.scrub);
    },
    stopRuns: async (accountId) => {
      await standing.stop(accountId);
      await runs.engine.stopAll(accountId);
    },
    onRemove: (accountId) => sharedDesk.forget(accountId),
    practice: {
      write: (accountId, day) => practice.write(accountId, day),
      makeLists: (accountId, day) => practice.makeLists(accountId, day),
    },
  });
  const { session } = account;
  const connection = createConnection({ clock, bus, session });
  const clientEvents = createClientEvents(db, clock.now);
  const lowTrafficGb = () => settings.current().lowTrafficGb;
  const language = () => resolveLanguage(settings.current().language, ports.systemLocale);
  const undos = createUndos();
  const deeds = createDeeds({ db, clock, emit });
  /** The parts that most features need. */
  const common = {
    ...ports,
    db,
    bus,
    emit,
    session,
    language,
    partials,
    undos,
    deeds,
    settings: settings.current,
    assumedZone: () => settings.current().assumedZone,
    isOffline: connection.isOffline,
    isPaused: () => settings.current().paused,
    closing: closing.signal,
  };
  const runs = createRuns({ ...common, isShown: account.isOpen });
  const runForAnswer = createRunForAnswer(runs.engine);
  const runMany = createRunMany(runForAnswer);
  const clients = createClients({
    ...common,
    lowTrafficGb,
    runMany,
    runForAnswer,
    dismissRuns: runs.dismiss,
    money: createMoneyOfFiles(db, clock),
    onMoney: () => bus.signal('sales.written', {}),
  });
  const noteGoods = (accountId: string, clientId: number): void => bus.signal('goods.read', { accountId, clientId });
  const premium = createPremium({
    ...common,
    clientEvents,
    onRead: noteGoods,
    addressLookupUrl: () => settings.current().addressLookupUrl,
  });
  const dedicated = createDedicated({ ...common, clientEvents, runMany, quote: (input) => purchases.quote(input) });
  const vpn = createVpn({ ...common, clientEvents, onRead: noteGoods });
  const guard: ChargeGuard = {
    isUnguarded: (accountId) => sharedDesk.isUnguarded(accountId),
    hold: async (accountId, terms, work) => {
      // A copy is closed, and opened again after it was corrected.
      if ((await mark.known()) === 'copy') throw new DeskError('cancelled', 'The desk is a copy.');
      return sharedDesk.hold(accountId, terms, work);
    },
  };
  const purchases = createPurchases({
    ...common,
    premium: premium.service,
    dedicated: dedicated.store,
    vpn: vpn.service,
    readBalance: account.readBalance,
    isInQuestion: account.isInQuestion,
    guard,
  });
  const practice = createPractice({
    ...common,
    stores: { premium: premium.service, dedicated: dedicated.store, vpn: vpn.service },
  });
  const purchasesRuns = createPurchasesRuns({
    ...common,
    ...runs,
    buyPlanned: purchases.buyPlanned,
    guard,
    orderRules: createOrderRules({ ...common, isClockWrong: connection.isClockWrong }),
    catalogue: { readSubscriptions: vpn.service.refresh, proxies: dedicated.rows },
    readBalance: account.readBalance,
  });
  const sales = createSales({ ...common, runMany });
  const lists = createLists({ ...common, runs: runs.engine });
  const listsRuns = createListsRuns({ ...common, ...runs });
  const scheduledLists = createScheduledLists({
    ...common,
    ...runs,
    listsRuns,
    lookSoon: () => bus.signal('due.changed', {}),
    alert: ({ accountId, id }, problem) => alerts.noteTrouble(accountId, id, problem),
  });
  const checkRuns = createCheckRuns({
    ...common,
    ...runs,
    lookAtConnection: connection.check,
    practiceProxies: async (accountId) => (account.isSandbox(accountId) ? (await ports.sandbox.start()).proxies : null),
  });
  const refresh = createRefresh({
    ...common,
    ...runs,
    lines: runs.refreshLines,
    vpn: vpn.service,
    premium: premium.service,
    everyHours: () => settings.current().refreshEveryHours,
    whoReads: (accountId) => sharedDesk.duty(accountId, 'refresh').is,
  });
  const overview = createOverview({
    ...common,
    lowTrafficGb,
    countProxies: dedicated.countByExpiry,
  });
  const handover = createHandover({ ...common, clientEvents });
  const backup = createBackup({ ...common, folder, replace: () => replace(folder.replace) });

  const alerts = createAlerts({ ...common, cover: overview.cover });
  const standing = createStanding({
    ...common,
    ...runs,
    isHindered: () => runs.gate.hindrance(true) !== null || account.isInQuestion(),
    isClockStillWrong: connection.isClockStillWrong,
    // Practice costs nothing. A shared desk proves itself by its keys, which are in the keychain as well.
    isUnproven: (accountId) => mark.isUnknown() && !account.isSandbox(accountId),
    isShown: account.isOpen,
    readSubscriptions: vpn.service.refresh,
    readTraffic: premium.service.refreshBalance,
    alerts,
    purchases: purchasesRuns,
    balance: overview.balance,
    lookSoon: () => bus.signal('due.changed', {}),
    shared: {
      duty: (accountId) => sharedDesk.duty(accountId, 'standing'),
      claim: (accountId) => sharedDesk.claim(accountId),
      exchange: (accountId) => sharedDesk.exchange(accountId),
    },
  });
  const scheduler = createScheduler({ ...common, origin: mark.known, sources: [standing.source, scheduledLists] });

  const sharedDesk = createSharedDesk({
    ...common,
    keychain,
    baseUrlOf: account.baseUrlOf,
    hashToken: account.hashToken,
    balanceOf: account.balanceOf,
    isOpen: account.isOpen,
    hasChargeInFlight: purchases.hasChargeInFlight,
    onMoney: () => bus.signal('sales.written', {}),
    onAlerts: alerts.tellState,
    orders: standing,
    wants: { refresh: refresh.mayRead, standing: standing.mayCarry },
  });
  const trash = createTrash({
    ...common,
    things: { client: clients.trash, list: lists.trash },
    changes: async (kind, ids) => (await sharedDesk.handlers['sharedDesk.changes']({ kind, ids: [...ids] })).changes,
    clockAheadMs: connection.clockAheadMs,
  });

  connectFeatures({
    bus,
    account,
    alerts,
    connection,
    mark,
    purchases,
    purchasesRuns,
    refresh,
    runs,
    sales,
    scheduledLists,
    scheduler,
    sharedDesk,
  });
  const stopListening = ports.power?.onChange((state) => {
    if (state === 'asleep') runs.gate.fallAsleep();
    else void connection.check().then(runs.gate.wakeUp).then(alerts.lookAgain).then(scheduler.lookSoon);
  });
  const updates = createUpdates({ ...ports, emit });
  const system = createSystem({
    ...folder,
    ...common,
    mark,
    restore: (name) => replace(() => folder.restore(name)),
    diagnostics: (versions) =>
      diagnostics({
        ...common,
        versions,
        troubles,
        notice: folder.notice,
        slowStatements: folder.slowStatements,
        accounts: account.state,
        connection: connection.status,
      }),
  });

  const handlers: Handlers = {
    ...account.handlers,
    ...connection.handlers,
    ...clients.handlers,
    ...premium.handlers,
    ...dedicated.handlers,
    ...vpn.handlers,
    ...purchases.handlers,
    ...sales.handlers,
    ...lists.handlers,
    ...scheduledLists.handlers,
    ...standing.handlers,
    ...createRunHandlers({
      ...common,
      ...runs,
      kinds: { refresh, lists: listsRuns, purchases: purchasesRuns, check: checkRuns },
    }),
    ...overview.handlers,
    ...alerts.handlers,
    ...backup.handlers,
    ...handover.handlers,
    ...createUndoHandlers(common),
    ...trash.handlers,
    ...settings.handlers,
    ...system.handlers,
    ...updates.handlers,
    ...sharedDesk.handlers,
  };

  return {
    dispatch: createDispatch(handlers, logger),
    hasChargeInFlight: (): boolean => purchases.hasChargeInFlight(),
    /** Makes the window load its page again, because it shows another database than this one. */
    showPage: (): void => {
      emit('settings.changed', settings.current());
      account.showPage();
    },
    /** Does what start-up leaves for later, and what repeats while the app is open. Call it after the first answer. */
    runInBackground: (): Promise<void> =>
      runInBackground({
        ...common,
        folder,
        account,
        mark,
        connection,
        clients,
        lists,
        checks: checkRuns,
        purchases,
        refresh,
        scheduledLists,
        alerts,
        scheduler,
        standing,
        sharedDesk,
        trash,
      }),
    close: async (): Promise<void> => {
      closing.abort(new DeskError('cancelled', 'The app is closing.'));
      // The abort ends whatever runs wait for, so they must know at once that they are interrupted.
      void runs.engine.close();
      stopListening?.();
      connection.close();
      await alerts.close();
      await backup.close();
      updates.close();
      await runs.engine.close();
      await lists.clearOutgoing();
      await purchases.close();
      sharedDesk.close();
    },
  };
};
