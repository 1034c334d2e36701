import { setMaxListeners } from 'node:events';
import { createAutomationLayer } from '#core/automation/create-automation.ts';
import { orderRulesOf } from '#core/automation/standing/order-rules.ts';
import { createBus } from '#core/bus.ts';
import { createCatalogueLayer } from '#core/catalogue/create-catalogue.ts';
import { createContext } from '#core/context.ts';
import { createRuns } from '#core/engine/create-runs.ts';
import type { Emit, Handlers } from '#core/handlers.ts';
import { createJobsLayer } from '#core/jobs/create-jobs.ts';
import { createMoneyLayer } from '#core/money/create-money.ts';
import { moneyOfFiles } from '#core/money/sales/money-of-files.ts';
import type { DeskMark } from '#core/platform/copies/desk-mark.ts';
import type { PartialBook } from '#core/platform/files/partial-book.ts';
import type { Keychain } from '#core/platform/secrets/keychain.ts';
import type { DataFolder } from '#core/platform/sqlite/data-folder.ts';
import type { Ports } from '#core/ports.ts';
import type { Ask } from '#core/scripts/script-desk.ts';
import { createScripts } from '#core/scripts/scripts-handlers.ts';
import { createServiceLayer } from '#core/service/create-service.ts';
import { createSyncLayer } from '#core/sync/create-sync.ts';
import { captureShared } from '#core/sync/membership/shared-desk-handlers.ts';
import { createTelegram } from '#core/telegram/telegram-handlers.ts';
import { createViewsLayer } from '#core/views/create-views.ts';
import type { Trouble } from '#core/views/system/troubles.ts';
import { DeskError, unwrap } from '#shared/result.ts';
import { announceWrites } from './announce-writes.ts';
import { runInBackground } from './desk-background.ts';
import { createDispatch } from './dispatch.ts';
import { accountHooks, createLayerHolder, sharedDeskHooks } from './layers.ts';
import { createSettings } from './settings/settings-handlers.ts';
import { createUpdates } from './updates/updates-handlers.ts';

interface DeskDeps {
  readonly ports: Ports;
  readonly folder: DataFolder;
  readonly keychain: Keychain;
  readonly mark: DeskMark;
  readonly partials: PartialBook;
  readonly tellPages: Emit;
  /** Closes this desk, lets `bring` put another database in its place, and opens a desk on that. */
  readonly replace: (bring: () => Promise<void>) => Promise<void>;
  /** Lets requests wait until the work is done. */
  readonly hold: (work: () => Promise<void>) => Promise<void>;
  /** The errors and warnings since the start of the app. */
  readonly troubles: () => readonly Trouble[];
}

export type Desk = ReturnType<typeof createDesk>;

/** Creates all features on one open database, layer by layer: each gets the ones below it. */
export const createDesk = (deps: DeskDeps) => {
  const { ports, folder, keychain, mark, partials, hold, replace, troubles } = deps;
  const db = folder.db();
  captureShared(db);
  const desk = new AbortController();
  const closing = desk.signal;
  // Dozens of pauses wait for this signal, which Electron 33 would report as a leak.
  setMaxListeners(0, closing);
  const bus = createBus(deps.tellPages, ports.logger);
  announceWrites({ db, bus, clock: ports.clock, closing });
  bus.onSignal('account.opened', () => void mark.known());
  bus.on('purchases.changed', mark.noteBought);
  const settings = createSettings({ db, emit: bus.emit });
  const open = { ...ports, db, bus, partials, settings: settings.current, closing };
  const holder = createLayerHolder();
  const shared = sharedDeskHooks(holder.layers, mark, db);

  const hooks = accountHooks(holder.layers, { ...open, scrub: () => hold(folder.scrub) });
  const service = createServiceLayer({ ...open, ...hooks, keychain, folder });
  const { account, connection } = service;

  const context = createContext({ ...open, session: account.session, isOffline: connection.isOffline });
  const runs = createRuns(context, { isShown: account.isOpen });
  const catalogue = createCatalogueLayer(context, runs, moneyOfFiles(db, ports.clock));
  const money = createMoneyLayer(context, { service, runs, catalogue }, shared.guard);
  const orderRules = orderRulesOf(context, connection.isClockWrong);
  const jobs = createJobsLayer(context, { service, runs, catalogue, money }, { ...shared, orderRules });
  const telegram = createTelegram(context, {
    keychain,
    mark,
    skipAlerts: (accountId) => holder.layers().views.alerts.skipUnsent(accountId),
  });
  const views = createViewsLayer(
    context,
    { service, runs, catalogue, telegram },
    { ...shared, folder, mark, replace, troubles },
  );
  const outside = { mark, alerts: views.alerts, shared: shared.orders, report: views.scheduledReport };
  const automation = createAutomationLayer(context, { service, runs, catalogue, jobs }, outside);
  const sync = createSyncLayer(context, { service, money, jobs, automation, views }, keychain);
  const layers = holder.hold({ service, runs, catalogue, money, jobs, telegram, views, automation, sync });
  const updates = createUpdates(context);
  const ask: Ask = async (name, input) => unwrap(await dispatch({ name, input }));
  const isUnproven = (accountId: string): boolean =>
    account.isInQuestion(accountId) || (mark.isUnknown() && !account.isSandbox(accountId));
  const { buying } = money.purchases;
  const { isClockStillWrong, isClockWrong } = connection;
  const scripts = createScripts(context, { buying, isClockStillWrong, isClockWrong, isUnproven, ask });

  const handlers: Handlers = {
    ...settings.handlers,
    ...service.handlers,
    ...catalogue.handlers,
    ...money.handlers,
    ...jobs.handlers,
    ...views.handlers,
    ...automation.handlers,
    ...sync.handlers,
    ...updates.handlers,
    ...scripts.handlers,
    ...telegram.handlers,
  };
  const dispatch = createDispatch(handlers, ports.logger);
  const stopListening = ports.power?.onChange((state) => {
    if (state === 'asleep') runs.gate.fallAsleep();
    else
      void connection
        .check()
        .then(runs.gate.wakeUp)
        .then(views.alerts.lookAgain)
        .then(automation.scheduler.checkDueSoon);
  });

  return {
    dispatch,
    hasChargeInFlight: (): boolean => money.purchases.hasChargeInFlight(),
    /** Makes the window load its page again, because it shows another database than this one. */
    showPage: (): void => {
      bus.emit('settings.changed', settings.current());
      account.showPage();
    },
    /** Does what start-up leaves for later, and what repeats while the app is open. Call it after the first answer. */
    runInBackground: (): Promise<void> => runInBackground(context, layers, { folder, mark, scripts }),
    close: async (): Promise<void> => {
      desk.abort(new DeskError('cancelled', 'The app is closing.'));
      // The abort ends whatever runs wait for, so they must know at once that they are interrupted.
      void runs.engine.close();
      stopListening?.();
      await scripts.close();
      await telegram.close();
      service.close();
      await views.close();
      updates.close();
      await runs.engine.close();
      await catalogue.close();
      await money.close();
      sync.close();
    },
  };
};
