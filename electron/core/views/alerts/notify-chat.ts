import { createDueItemList } from '#core/automation/standing/due-item-repository.ts';
import type { CommonDeps } from '#core/context.ts';
import { createTurns } from '#core/platform/async/turns.ts';
import { uptimeOf } from '#core/platform/async/uptime.ts';
import { textsIn } from '#core/platform/text/texts.ts';
import type { Telegram } from '#core/telegram/telegram-handlers.ts';
import type { Alert } from '#shared/contract/alerts.ts';
import { alertNotice, groupNotice } from '#shared/domain/alert-texts.ts';
import { rowClientLabel } from '#shared/domain/client-label.ts';
import { LOCALES } from '#shared/domain/language.ts';
import { formatRoubles } from '#shared/domain/money.ts';
import { isQuiet, localMinute } from '#shared/domain/quiet-hours.ts';
import type { AlertRepository } from './alert-repository.ts';

interface ChatNotifierDeps extends CommonDeps<'db' | 'clock' | 'settings' | 'language' | 'assumedZone'> {
  readonly repository: AlertRepository;
  readonly telegram: Pick<Telegram, 'ownChat' | 'sendToOwnChat'>;
}

/** More alerts than this are sent as one summary. */
const ONE_BY_ONE = 10;
/** The most alerts that one message sums up. */
const AT_ONCE = 1_000;
/** The items that a standing order asks about and that its message names. */
const NAMED_ITEMS = 10;
/** How long nothing is sent after a failure. */
const REST_MS = 5 * 60_000;

/**
 * Creates the function that sends new alerts to the reseller's own chat in Telegram, never in the quiet hours. Each alert is
 * marked before it is sent, and the mark is taken back only if the message may be repeated. Never contains links or
 * passwords, because alerts have none.
 */
export const createChatNotifier = (deps: ChatNotifierDeps): ((accountId: string) => Promise<void>) => {
  const { repository, telegram, clock, settings, language } = deps;
  const dueItems = createDueItemList(deps.db, deps.assumedZone);
  const inTurn = createTurns();
  let restsUntil = Number.NEGATIVE_INFINITY;

  /** Returns what a standing order asks about, each with its last known price. */
  const questionsOf = (accountId: string, { standing }: Alert): readonly string[] => {
    if (standing?.topic !== 'ask') return [];
    const t = textsIn(language());
    const page = { offset: 0, limit: NAMED_ITEMS };
    const { total, rows } = dueItems(accountId, standing.orderId, 'open', page);
    const lines = rows.map((row) => {
      const client = rowClientLabel(row);
      const name = client === '' || row.proxyId !== null ? [client, row.target].filter(Boolean).join(' · ') : client;
      const price = row.priceKopecks === null ? '' : ` — ${formatRoubles(row.priceKopecks, LOCALES[language()])}`;
      return `• ${name}${price}`;
    });
    return total > rows.length ? [...lines, t('telegram:more', { count: total - rows.length })] : lines;
  };

  const textOf = (accountId: string, ids: readonly number[], now: number): string => {
    const t = textsIn(language());
    const alerts = ids.length > ONE_BY_ONE ? [] : repository.byIds(ids);
    const zone = settings().assumedZone;
    const notices =
      alerts.length === 0
        ? [groupNotice(repository.countByKind(ids, now), t)]
        : alerts.map((alert) => {
            const { title, body } = alertNotice(alert, { t, language: language(), now, zone });
            return { title, body: [body, ...questionsOf(accountId, alert)].join('\n') };
          });
    return notices.map(({ title, body }) => (body === '' ? title : `${title}\n${body}`)).join('\n\n');
  };

  const send = async (accountId: string): Promise<void> => {
    const chat = telegram.ownChat(accountId);
    const { quietHours, quietFrom, quietTo } = settings();
    const now = clock.now();
    if (chat === null || !chat.sendsAlerts || uptimeOf(clock) < restsUntil) return;
    if (quietHours && isQuiet(localMinute(now), { from: quietFrom, to: quietTo })) return;
    const ids = repository.unsent(accountId, AT_ONCE);
    if (ids.length === 0) return;
    const text = textOf(accountId, ids, now);
    const isSent = await telegram.sendToOwnChat(accountId, {
      chatId: chat.chatId,
      text,
      markSent: () => repository.markSent(ids, now),
      takeBack: () => repository.markSent(ids, null),
    });
    if (!isSent) restsUntil = uptimeOf(clock) + REST_MS;
  };

  return (accountId) => inTurn(() => send(accountId));
};
