import { localDate } from '#shared/domain/local-date.ts';
import type { PastEvent } from '#shared/domain/practice-day.ts';
import { between, type Random } from '../random.ts';
import { DAY_MS } from '../time.ts';
import { DAY_CLIENTS } from './day-clients.ts';

const HOUR_MS = 3_600_000;

/**
 * The same with what clients paid: every other week or so all that they owe by then, most of them lately; those who owe
 * have a day by which they pay for what they bought since.
 */
export const withMoney = (events: readonly PastEvent[], nowMs: number, random: Random): readonly PastEvent[] => {
  const payments: PastEvent[] = [];
  const due = new Map<number, { readonly since: number; readonly day: string }>();
  for (const [client, { owes }] of DAY_CLIENTS.entries()) {
    const last = nowMs - (owes?.[0] ?? 0) * DAY_MS - between(random, 2, 20) * HOUR_MS;
    if (owes !== undefined) due.set(client, { since: last, day: localDate(nowMs + owes[1] * DAY_MS) });
    const bought = events.flatMap((one) => (one.what === 'purchase' && one.order.clientId === client ? [one.at] : []));
    const first = Math.min(...bought);
    for (let at = last; at > first; at -= between(random, 9, 19) * DAY_MS)
      payments.push({ what: 'payment', at, client });
  }
  const dueDayOf = (client: number | null, at: number): string | null => {
    const owed = client === null ? undefined : due.get(client);
    return owed !== undefined && at > owed.since ? owed.day : null;
  };
  const dated = events.map((one) =>
    one.what === 'purchase' ? { ...one, dueDay: dueDayOf(one.order.clientId, one.at) } : one,
  );
  return [...dated, ...payments];
};
