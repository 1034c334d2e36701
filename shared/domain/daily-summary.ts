import type { Translate } from '../texts/translate.ts';
import { DAY_AND_MONTH, type Language, LOCALES } from './language.ts';
import { formatRoubles } from './money.ts';

/** The facts of a daily summary. Amounts are in kopecks, moments in ms since the epoch, UTC. */
export interface DailyFacts {
  /** A moment in the day that the sums are about. */
  readonly day: number;
  /** `null` while the account sells nothing with a price. */
  readonly sales: {
    readonly count: number;
    readonly soldKopecks: number;
    readonly profitKopecks: number;
    readonly unsold: number;
    readonly receivedKopecks: number;
  } | null;
  readonly spentKopecks: number;
  readonly balance: { readonly balanceKopecks: number; readonly asOf: number } | null;
  /** The numbers of what ends within a day and within three days; the second includes the first. */
  readonly vpn: { readonly soon: number; readonly later: number };
  readonly proxies: { readonly soon: number; readonly later: number };
  /** The clients of the alert about paid times (paid-until.ts). */
  readonly dueClients: number;
  readonly overdue: { readonly clients: number; readonly kopecks: number };
  readonly asks: number;
  readonly openPurchases: number;
}

/** Writes the daily summary that the reseller gets as a message. It names no client, and no link or password. */
export const dailySummary = (facts: DailyFacts, t: Translate<'telegram'>, language: Language): string => {
  const locale = LOCALES[language];
  const roubles = (kopecks: number): string => formatRoubles(kopecks, locale);
  const { sales, spentKopecks, balance, vpn, proxies, dueClients, overdue, asks, openPurchases } = facts;
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long' }).format(facts.day);

  const sold = ({ count, soldKopecks, profitKopecks, unsold, receivedKopecks }: NonNullable<DailyFacts['sales']>) => [
    count === 0
      ? t('telegram:daily.soldNothing')
      : t('telegram:daily.sold', { count, sum: roubles(soldKopecks), profit: roubles(profitKopecks) }),
    ...(unsold === 0 ? [] : [t('telegram:daily.unsold', { count: unsold })]),
    t('telegram:daily.received', { sum: roubles(receivedKopecks) }),
  ];
  const money = [
    ...(sales === null ? [] : sold(sales)),
    t('telegram:daily.spent', { sum: roubles(spentKopecks) }),
    ...(balance === null
      ? []
      : [
          t('telegram:daily.balance', {
            sum: roubles(balance.balanceKopecks),
            when: new Intl.DateTimeFormat(locale, {
              ...DAY_AND_MONTH[language],
              hour: '2-digit',
              minute: '2-digit',
            }).format(balance.asOf),
          }),
        ]),
  ];
  const needs = [
    ...(vpn.soon === 0 ? [] : [t('telegram:daily.vpnSoon', { count: vpn.soon })]),
    ...(vpn.later === vpn.soon ? [] : [t('telegram:daily.vpnLater', { count: vpn.later })]),
    ...(proxies.soon === 0 ? [] : [t('telegram:daily.proxySoon', { count: proxies.soon })]),
    ...(proxies.later === proxies.soon ? [] : [t('telegram:daily.proxyLater', { count: proxies.later })]),
    ...(dueClients === 0 ? [] : [t('telegram:daily.paidUntil', { count: dueClients })]),
    ...(overdue.clients === 0
      ? []
      : [t('telegram:daily.debts', { count: overdue.clients, sum: roubles(overdue.kopecks) })]),
    ...(asks === 0 ? [] : [t('telegram:daily.asks', { count: asks })]),
    ...(openPurchases === 0 ? [] : [t('telegram:daily.open', { count: openPurchases })]),
  ];
  return [
    t('telegram:daily.title', { day }),
    ...money,
    '',
    ...(needs.length === 0
      ? [t('telegram:daily.nothing')]
      : [`${t('telegram:daily.now')}:`, ...needs.map((need) => `• ${need}`)]),
  ].join('\n');
};
