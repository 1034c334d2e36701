import type { ScheduledLists } from '#core/automation/scheduled-lists/scheduled-lists-handlers.ts';
import type { Scheduler } from '#core/automation/scheduler/scheduler.ts';
import type { Bus } from '#core/bus.ts';
import type { PurchasesRuns } from '#core/jobs/purchases/purchases-run.ts';
import type { Refresh } from '#core/jobs/refresh/refresh.ts';
import type { Runs } from '#core/jobs/runs-handlers.ts';
import type { Purchases } from '#core/money/purchases/purchases-handlers.ts';
import type { Sales } from '#core/money/sales/sales-handlers.ts';
import type { DeskMark } from '#core/platform/copies/desk-mark.ts';
import type { AccountFeature } from '#core/service/account/account-handlers.ts';
import type { ConnectionFeature } from '#core/service/connection/connection-feature.ts';
import type { SharedDesk } from '#core/sync/membership/shared-desk-handlers.ts';
import type { Alerts } from '#core/views/alerts/alerts-handlers.ts';

interface Subscribers {
  readonly bus: Bus;
  readonly account: Pick<AccountFeature, 'refreshBalance' | 'setRate'>;
  readonly alerts: Pick<Alerts, 'lookAgain'>;
  readonly connection: Pick<ConnectionFeature, 'restart'>;
  readonly mark: Pick<DeskMark, 'known' | 'noteBought'>;
  readonly purchases: Pick<Purchases, 'noteColleagues' | 'noteHeard' | 'noteReading' | 'resolveSoon'>;
  readonly purchasesRuns: Pick<PurchasesRuns, 'notePurchases'>;
  readonly refresh: Pick<Refresh, 'noteClients' | 'showDesk'>;
  readonly runs: Pick<Runs, 'gate'>;
  readonly sales: Pick<Sales, 'tellState'>;
  readonly scheduledLists: Pick<ScheduledLists, 'noteRun'>;
  readonly scheduler: Pick<Scheduler, 'lookSoon'>;
  readonly sharedDesk: Pick<SharedDesk, 'soon' | 'tellState'>;
}

/** Connects the features of a desk: each event, and the features that act on it. */
export const connectFeatures = (features: Subscribers): void => {
  const { bus, account, alerts, connection, mark, purchases, purchasesRuns, refresh, runs } = features;
  const { sales, scheduledLists, scheduler, sharedDesk } = features;

  // Any change may be one that other computers need. The state of the exchange itself is not shared.
  bus.onEveryChange((name) => {
    if (name !== 'sharedDesk.changed') sharedDesk.soon();
  });

  bus.onSignal('account.opened', () => {
    void mark.known();
    connection.restart();
    purchases.resolveSoon();
    void refresh.showDesk();
    alerts.lookAgain();
    scheduler.lookSoon();
    sales.tellState();
    sharedDesk.tellState();
  });
  bus.onSignal('connection.returned', () => {
    void account.refreshBalance();
    purchases.resolveSoon();
    runs.gate.look();
    scheduler.lookSoon();
  });
  bus.on('settings.changed', ({ requestsPerSecond }) => {
    account.setRate(requestsPerSecond);
    runs.gate.look();
    scheduler.lookSoon();
  });

  bus.onSignal('spending.changed', ({ accountId }) => purchases.noteReading(accountId, null));
  bus.onSignal('goods.read', ({ accountId, clientId }) => purchases.noteReading(accountId, clientId));
  bus.onSignal('sales.written', sales.tellState);
  bus.on('purchases.changed', ({ purchaseId }) => {
    purchasesRuns.notePurchases();
    mark.noteBought();
    if (purchaseId === null) purchases.noteColleagues();
    scheduler.lookSoon();
  });

  bus.on('clients.changed', refresh.noteClients);
  bus.onSignal('due.changed', scheduler.lookSoon);
  bus.on('runs.changed', (run) => {
    // Progress frees nothing, and is announced many times a second.
    if (run.state === 'running') return;
    scheduledLists.noteRun(run);
    scheduler.lookSoon();
  });

  /** Whether every colleague of the shared desk was heard of when its state was last announced. */
  let areHeard = false;
  bus.on('sharedDesk.changed', (state) => {
    const wereHeard = areHeard;
    areHeard = state.status === 'shared' && state.computers.every(({ diedWhilePaying }) => !diedWhilePaying);
    if (areHeard && !wereHeard) purchases.noteHeard();
  });
};
