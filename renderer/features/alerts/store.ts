import { create } from 'zustand';
import type { Alert, AlertCounts } from '#shared/contract/alerts.ts';
import { call, subscribe } from '../../bridge/desk.ts';
import { follow } from '../../bridge/follow.ts';
import { isHeld } from '../../nav/hold.ts';
import { go } from '../../nav/router.ts';
import { openPlan, showOrder } from '../../parts/standing/show-order.ts';

interface AlertsState {
  readonly counts: AlertCounts;
  /** Whether the list is open. */
  readonly opened: boolean;
}

/** The alerts of the open desk, for the bell. */
export const useAlerts = create<AlertsState>(() => ({ counts: { total: 0, unread: 0 }, opened: false }));

export const showAlerts = (opened: boolean): void => useAlerts.setState({ opened });

/** If an order asks something, its plan is opened at current prices. Otherwise the order itself says what blocks it. */
const showStanding = ({ topic, orderId }: NonNullable<Alert['standing']>): void => {
  showOrder(orderId);
  if (topic === 'ask' || topic === 'alone') void openPlan(orderId);
};

/** Another computer of a shared desk may have checked the list, and keeps the results of the single proxies. */
const showCheckOf = ({ listId, runId }: NonNullable<Alert['list']>): void => {
  if (runId === null) go('lists', { listId, filter: { tab: 'lists' } });
  else go('run', { runId });
};

/** Shows the subject of an alert, or the list of all alerts without one. */
const show = (alert: Alert | null): void => {
  if (isHeld()) return;
  showAlerts(alert === null);
  if (alert === null) return;
  if (alert.standing !== null) showStanding(alert.standing);
  else if (alert.kind === 'report') go('schedule', { filter: { tab: 'report' } });
  else if (alert.kind === 'check') go('dedicated', { filter: { stopped: true } });
  else if (alert.kind === 'paid-until') go('clients', { filter: { paidUntil: 'due' } });
  else if (alert.list !== null) showCheckOf(alert.list);
  else if (alert.proxyId !== null) go('dedicated', { proxyId: alert.proxyId });
  else if (alert.scheduleId !== null) go('schedule', { scheduleId: alert.scheduleId, filter: { tab: 'lists' } });
  else if (alert.clientId !== null) go('clients', { clientId: alert.clientId });
  else go('overview');
};

/** The id of the alert for which the shell opened the window, from the page's address; `null` for the list of all. */
const requestedAlert = (): number | null | undefined => {
  const id = new URLSearchParams(window.location.search).get('alert');
  return id === null ? undefined : id === '' ? null : Number(id);
};

/** Follows the alerts, and shows the one for which the window was opened. Call once, at start. */
export const hydrateAlerts = (): Promise<void> => {
  subscribe('alerts.opened', ({ alert }) => show(alert));
  const asked = requestedAlert();
  if (asked !== undefined) void call('alerts.open', { alertId: asked });
  return follow(
    'alerts.changed',
    () => call('alerts.counts', {}),
    (counts) => useAlerts.setState({ counts }),
  );
};
