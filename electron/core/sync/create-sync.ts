import type { AutomationLayer } from '#core/automation/create-automation.ts';
import type { DeskContext } from '#core/context.ts';
import type { JobsLayer } from '#core/jobs/create-jobs.ts';
import type { MoneyLayer } from '#core/money/create-money.ts';
import type { Keychain } from '#core/platform/secrets/keychain.ts';
import type { ServiceLayer } from '#core/service/create-service.ts';
import type { ViewsLayer } from '#core/views/create-views.ts';
import { createSharedDesk } from './membership/shared-desk-handlers.ts';

interface Below {
  readonly service: ServiceLayer;
  readonly money: MoneyLayer;
  readonly jobs: JobsLayer;
  readonly automation: AutomationLayer;
  readonly views: ViewsLayer;
}

/** One desk on several computers. */
export const createSyncLayer = (context: DeskContext, below: Below, keychain: Keychain) => {
  const { bus } = context;
  const { service, money, jobs, automation, views } = below;
  const { baseUrlOf, hashToken, balanceOf, isOpen } = service.account;
  const sharedDesk = createSharedDesk({
    ...context,
    keychain,
    baseUrlOf,
    hashToken,
    balanceOf,
    isOpen,
    hasChargeInFlight: money.purchases.hasChargeInFlight,
    onAlerts: views.alerts.emitCounts,
    orders: automation.standing,
    wants: { refresh: jobs.refresh.mayRead, standing: automation.standing.mayCarry },
  });

  // Any change may be one that other computers need. The state of the exchange itself is not shared.
  bus.onChangesBut('sharedDesk.changed', sharedDesk.soon);
  bus.onSignal('account.opened', sharedDesk.announceState);

  return sharedDesk;
};
