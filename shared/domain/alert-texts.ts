import type { Translate } from '../texts/translate.ts';
import { rowClientLabel } from './client-label.ts';
import { expiryOf } from './expiry.ts';
import { DAY_AND_MONTH, type Language, LOCALES } from './language.ts';
import { POOL_TYPES } from './limits.ts';
import { formatRoubles } from './money.ts';
import type { RecurringKind } from './products/rules.ts';
import { isReportTrouble } from './report-troubles.ts';
import { isTrouble } from './scheduled-lists.ts';

/** The topics of a standing order's alerts. */
export const STANDING_TOPICS = [
  'ask',
  'alone',
  'unproven',
  'failed',
  'insufficient-balance',
  'month-cap',
  'blocked',
  'restored',
  'damaged',
  'newer',
  'mixed',
  'overruled',
] as const;
export type StandingTopic = (typeof STANDING_TOPICS)[number];

/** The part of an alert that a notification needs (contract/alerts.ts). */
export interface NotifiableAlert {
  readonly kind:
    | 'vpn'
    | 'proxy'
    | 'traffic'
    | 'balance'
    | 'order'
    | 'schedule'
    | 'report'
    | 'check'
    | 'list-check'
    | 'paid-until';
  readonly clientName: string;
  readonly clientKey: string;
  readonly messengerId: number | null;
  readonly scheduleName: string;
  readonly target: string;
  /** In ms since the epoch, UTC. */
  readonly endsAt: number | null;
  readonly trafficGb: number | null;
  readonly cover: {
    readonly due: number;
    readonly covered: number;
    readonly unpriced: number;
    readonly balanceKopecks: number;
  } | null;
  readonly standing: {
    readonly name: string;
    readonly kind: RecurringKind | null;
    readonly topic: StandingTopic;
    readonly count: number;
    readonly missingKopecks: number;
    readonly purchaseId: number | null;
    readonly runId: number | null;
    readonly words: string;
  } | null;
  readonly stopped: { readonly count: number; readonly names: readonly string[] } | null;
  readonly list: { readonly title: string } | null;
  readonly paid: { readonly ended: number; readonly soon: number; readonly days: number } | null;
}

export interface AlertNotice {
  readonly title: string;
  readonly body: string;
}

/** A number of alerts of one kind. `isOver`: the announced ends have passed. */
export interface UnnotifiedKind {
  readonly kind: NotifiableAlert['kind'];
  readonly isOver: boolean;
  readonly count: number;
}

const sumText = ({ kind, isOver, count }: UnnotifiedKind, t: Translate<'alerts'>): string => {
  // There is only one alert of each of these kinds, so their texts have no number.
  if (kind === 'balance' || kind === 'check' || kind === 'report' || kind === 'paid-until')
    return t(`alerts:notice.sums.${kind}`);
  const sum = isOver && (kind === 'vpn' || kind === 'proxy') ? (`${kind}-over` as const) : kind;
  return t(`alerts:notice.sums.${sum}`, { count });
};

/** Combines many alerts in one notification. */
export const groupNotice = (kinds: readonly UnnotifiedKind[], t: Translate<'alerts'>): AlertNotice => ({
  title: t('alerts:notice.many', { count: kinds.reduce((sum, { count }) => sum + count, 0) }),
  body: kinds.map((one) => sumText(one, t)).join('\n'),
});

interface NoticeContext {
  readonly t: Translate<'alerts' | 'premium' | 'scheduledLists'>;
  /** The language of `t`, for numbers and dates. */
  readonly language: Language;
  /** In ms since the epoch, UTC. */
  readonly now: number;
  /** The zone in which the ends of proxies are read, because the service does not name one. */
  readonly zone: string;
}

const endText = (kind: 'vpn' | 'proxy', endsAt: number, { t, language, now, zone }: NoticeContext): string => {
  const locale = LOCALES[language];
  const { urgency, days } = expiryOf(endsAt, now);
  const when = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');
  const exact = new Intl.DateTimeFormat(locale, {
    ...DAY_AND_MONTH[language],
    hour: '2-digit',
    minute: '2-digit',
  }).format(endsAt);
  const end = urgency === 'expired' ? (`${kind}-over` as const) : kind;
  return t(`alerts:notice.ends.${end}`, { when, exact, zone });
};

const balanceText = (cover: NonNullable<NotifiableAlert['cover']>, { t, language }: NoticeContext): string => {
  const { due, covered, unpriced, balanceKopecks } = cover;
  const values = { balance: formatRoubles(balanceKopecks, LOCALES[language]), covered, count: due - unpriced };
  const text = t(covered === 0 ? 'alerts:notice.coversNone' : 'alerts:notice.covers', values);
  return unpriced === 0 ? text : `${text} ${t('alerts:notice.unpriced', { unpriced })}`;
};

const standingText = (standing: NonNullable<NotifiableAlert['standing']>, { t, language }: NoticeContext): string => {
  const { topic, kind, count, missingKopecks, purchaseId, runId, words } = standing;
  const asks = (): string => (kind === null ? '' : t(`alerts:notice.order.ask.${kind}`, { count }));
  switch (topic) {
    case 'ask':
      return asks();
    case 'alone':
    case 'unproven':
      return `${asks()} ${t(`alerts:notice.order.${topic}`)}`;
    case 'failed': {
      const text = count === 0 ? t('alerts:notice.order.failed') : t('alerts:notice.order.failedSome', { count });
      return words === '' ? text : `${text} ${t('alerts:notice.order.words', { words })}`;
    }
    case 'insufficient-balance':
      return t('alerts:notice.order.insufficient-balance', {
        missing: formatRoubles(missingKopecks, LOCALES[language]),
      });
    case 'blocked':
      return purchaseId === null
        ? t('alerts:notice.order.blockedByRun', { number: runId ?? 0 })
        : t('alerts:notice.order.blockedByPurchase', { number: purchaseId });
    case 'month-cap':
    case 'restored':
    case 'damaged':
    case 'newer':
    case 'mixed':
    case 'overruled':
      return t(`alerts:notice.order.${topic}`);
  }
};

/** Writes the notification of one alert. */
export const alertNotice = (alert: NotifiableAlert, context: NoticeContext): AlertNotice => {
  const { t, language, now } = context;
  const client = rowClientLabel(alert);
  const { endsAt, trafficGb, cover } = alert;
  switch (alert.kind) {
    case 'vpn':
      return { title: client, body: endText('vpn', endsAt ?? now, context) };
    case 'proxy':
      return {
        title: client === '' ? alert.target : `${client} · ${alert.target}`,
        body: endText('proxy', endsAt ?? now, context),
      };
    case 'traffic': {
      const gb = new Intl.NumberFormat(LOCALES[language], {
        style: 'unit',
        unit: 'gigabyte',
        maximumFractionDigits: 3,
      }).format(Math.max(0, trafficGb ?? 0));
      const pool = POOL_TYPES.find((type) => type === alert.target);
      const name = pool === undefined ? alert.target : t(`premium:poolsInline.${pool}`);
      return { title: client, body: t('alerts:notice.traffic', { gb, pool: name }) };
    }
    case 'balance':
      return { title: t('alerts:notice.balance'), body: cover === null ? '' : balanceText(cover, context) };
    case 'order': {
      const { standing } = alert;
      if (standing === null) return { title: t('alerts:notice.order.title'), body: '' };
      const { kind } = standing;
      const byKind = kind === null ? '' : t(`alerts:notice.order.names.${kind}`);
      const name = standing.name === '' ? byKind : standing.name;
      return {
        title: name === '' ? t('alerts:notice.order.title') : t('alerts:notice.order.titleOf', { name }),
        body: standingText(standing, context),
      };
    }
    case 'schedule':
      return {
        title: alert.scheduleName === '' ? t('alerts:notice.schedule') : alert.scheduleName,
        body: isTrouble(alert.target) ? t(`scheduledLists:troubles.${alert.target}`) : '',
      };
    case 'report':
      return {
        title: t('alerts:notice.report'),
        body: isReportTrouble(alert.target) ? t(`alerts:reportTroubles.${alert.target}`) : '',
      };
    case 'list-check':
      return {
        title: alert.list?.title ?? t('alerts:notice.list'),
        body: t('alerts:notice.stoppedInList', { count: alert.stopped?.count ?? 0 }),
      };
    case 'paid-until': {
      const { ended = 0, soon = 0, days = 0 } = alert.paid ?? {};
      const texts = [
        ...(ended === 0 ? [] : [t('alerts:notice.paidEnded', { clients: ended })]),
        ...(soon === 0 ? [] : [t('alerts:notice.paidSoon', { clients: soon, count: days })]),
      ];
      return { title: t('alerts:notice.paidUntil', { count: ended + soon }), body: texts.join(' ') };
    }
    case 'check': {
      const { count = 0, names = [] } = alert.stopped ?? {};
      const text = names.join(', ');
      const more = count - names.length;
      return {
        title: t('alerts:notice.stopped', { count }),
        body: more > 0 ? t('alerts:notice.stoppedMore', { names: text, count: more }) : text,
      };
    }
  }
};
