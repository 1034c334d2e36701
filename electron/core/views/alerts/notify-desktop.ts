import type { CommonDeps } from '#core/context.ts';
import { repeatInSlices } from '#core/platform/sqlite/write-slices.ts';
import { textsIn } from '#core/platform/text/texts.ts';
import type { Alert } from '#shared/contract/alerts.ts';
import { alertNotice, groupNotice } from '#shared/domain/alert-texts.ts';
import { isQuiet, localMinute } from '#shared/domain/quiet-hours.ts';
import type { AlertRepository } from './alert-repository.ts';

interface NotifierDeps extends CommonDeps<'db' | 'desktop' | 'clock' | 'settings' | 'language'> {
  readonly repository: AlertRepository;
}

/** More alerts than this are shown as one summary. */
const ONE_BY_ONE = 3;
/** Alerts raised within this time after a notification wait for the next one. */
const REST_MS = 10 * 60_000;
const SLICE = 120;

/** The target that the shell returns when a notification is clicked (`alerts.open`). */
const ALL_ALERTS = 'alerts';
const targetOf = ({ id }: Alert): string => `${ALL_ALERTS}/${id}`;

/**
 * Creates the function that shows new alerts on the desktop, never in the quiet hours. Each alert is marked before it
 * is shown: after a crash it is still on the app's list, but it is never shown twice.
 */
export const createDesktopNotifier = (deps: NotifierDeps): ((accountId: string) => Promise<void>) => {
  const { repository, desktop, clock, settings, language } = deps;
  let lastNotifiedAt = Number.NEGATIVE_INFINITY;

  const mark = async (accountId: string): Promise<void> => {
    const at = clock.now();
    await repeatInSlices(deps.db, () => repository.markNotified(accountId, at, SLICE));
  };

  return async (accountId) => {
    const { desktopAlerts, quietHours, quietFrom, quietTo } = settings();
    if (!desktopAlerts) {
      // Alerts from before notifications are switched on must not be shown later.
      await mark(accountId);
      return;
    }
    const now = clock.now();
    const isResting = Math.abs(now - lastNotifiedAt) < REST_MS;
    if (isResting || (quietHours && isQuiet(localMinute(now), { from: quietFrom, to: quietTo }))) return;
    const kinds = repository.unnotifiedByKind(accountId, now);
    const total = kinds.reduce((sum, { count }) => sum + count, 0);
    if (total === 0) return;
    const alerts = total > ONE_BY_ONE ? [] : repository.unnotified(accountId, ONE_BY_ONE);
    lastNotifiedAt = now;
    await mark(accountId);
    const zone = settings().assumedZone;
    if (alerts.length === 0) desktop.notify({ ...groupNotice(kinds, textsIn(language())), target: ALL_ALERTS });
    for (const alert of alerts) {
      desktop.notify({
        ...alertNotice(alert, { t: textsIn(language()), language: language(), now, zone }),
        target: targetOf(alert),
      });
    }
  };
};
