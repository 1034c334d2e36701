import { needContext } from '#core/catalogue/clients/client-needs.ts';
import type { DeskContext } from '#core/context.ts';
import { areSalesShown } from '#core/money/sales/in-use.ts';
import { createTurns } from '#core/platform/async/turns.ts';
import { uptimeOf } from '#core/platform/async/uptime.ts';
import { textsIn } from '#core/platform/text/texts.ts';
import { openAccountId } from '#core/service/account/session.ts';
import { setSummaryDoneDay } from '#core/telegram/bot-repository.ts';
import type { Telegram } from '#core/telegram/telegram-handlers.ts';
import type { NeedWindow } from '#shared/contract/overview.ts';
import { type DailyFacts, dailySummary } from '#shared/domain/daily-summary.ts';
import { localDate, midnightOf } from '#shared/domain/local-date.ts';
import { localMinute, parseTimeOfDay } from '#shared/domain/quiet-hours.ts';
import { readNeeds } from './needs.ts';
import { lastBalance, receivedBetween, soldBetween, spentBetween } from './overview-queries.ts';

/** How long nothing is sent after a failure. */
const REST_MS = 10 * 60_000;

interface SummaryDeps {
  readonly telegram: Pick<Telegram, 'ownChat' | 'sendToOwnChat'>;
  /** Counts the account's proxies under an expiry filter, like the list does. */
  readonly countProxies: (accountId: string, expiry: NeedWindow) => number;
}

/**
 * Creates the function that sends the summary of the day before to the reseller's own chat once a day, at the set time of this
 * computer's clock or as soon after it as the app runs. It never rejects.
 */
export const createDailySummary = (
  context: DeskContext,
  { telegram, countProxies }: SummaryDeps,
): (() => Promise<void>) => {
  const { db, clock, settings, language, session, logger, closing } = context;
  const inTurn = createTurns();
  let restsUntil = Number.NEGATIVE_INFINITY;

  const factsOf = (accountId: string, now: number, today: string): DailyFacts => {
    const to = midnightOf(today) ?? now;
    const from = midnightOf(today, -1) ?? now;
    const needs = readNeeds({ db, countProxies }, needContext(accountId, now, settings()));
    const vpn = (window: NeedWindow): number => needs.vpn.find((one) => one.window === window)?.subscriptions ?? 0;
    const proxies = (window: NeedWindow): number => needs.dedicated.find((one) => one.window === window)?.proxies ?? 0;
    const received = { receivedKopecks: receivedBetween(db, accountId, from, to) };
    return {
      day: from,
      sales: areSalesShown(db, accountId) ? { ...soldBetween(db, accountId, from, to), ...received } : null,
      spentKopecks: spentBetween(db, accountId, from, to),
      balance: lastBalance(db, accountId),
      vpn: { soon: vpn('within-1'), later: vpn('within-3') },
      proxies: { soon: proxies('within-1'), later: proxies('within-3') },
      dueClients: needs.dueClients,
      overdue: needs.overdue,
      asks: needs.standingAsks,
      openPurchases: needs.openPurchases,
    };
  };

  const sendIfDue = async (accountId: string): Promise<void> => {
    const chat = telegram.ownChat(accountId);
    if (chat === null || !chat.sendsSummary || uptimeOf(clock) < restsUntil) return;
    const now = clock.now();
    const today = localDate(now);
    // Days are compared for equality: a clock that once ran ahead must not silence the summary until that day.
    if (chat.summaryDoneDay === today || localMinute(now) < (parseTimeOfDay(chat.summaryTime) ?? 0)) return;
    const text = dailySummary(factsOf(accountId, now, today), textsIn(language()), language());
    const isSent = await telegram.sendToOwnChat(accountId, {
      chatId: chat.chatId,
      text,
      markSent: () => setSummaryDoneDay(db, accountId, today),
      takeBack: () => setSummaryDoneDay(db, accountId, chat.summaryDoneDay),
    });
    if (!isSent) restsUntil = uptimeOf(clock) + REST_MS;
  };

  return async () => {
    const accountId = openAccountId(session);
    if (accountId === null) return;
    await inTurn(() => sendIfDue(accountId)).catch((error: unknown) => {
      if (closing.aborted) return;
      logger.warn('a summary could not be sent', { error: error instanceof Error ? error.name : 'unknown' });
    });
  };
};
