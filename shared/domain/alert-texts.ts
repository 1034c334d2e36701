import { expiryOf } from './expiry.ts';
import { type Language, LOCALES } from './language.ts';
import { formatRoubles } from './money.ts';
import { POOL_WORDS } from './pool-words.ts';

/** What a notification needs of an alert (contract/alerts.ts). */
export interface ToldAlert {
  readonly kind: 'vpn' | 'proxy' | 'traffic' | 'balance';
  readonly clientName: string;
  readonly clientKey: string;
  readonly target: string;
  /** ms since the epoch, UTC. */
  readonly endsAt: number | null;
  readonly trafficGb: number | null;
  readonly cover: {
    readonly due: number;
    readonly covered: number;
    readonly unpriced: number;
    readonly balanceKopecks: number;
  } | null;
}

export interface Notice {
  readonly title: string;
  readonly body: string;
}

type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };
const plural = (count: number, language: Language, forms: Forms): string => {
  const form = forms[new Intl.PluralRules(LOCALES[language]).select(count)] ?? forms.other;
  return `${new Intl.NumberFormat(LOCALES[language]).format(count)} ${form}`;
};

/** `-over`: of ends that are over. */
type SumKind = Exclude<ToldAlert['kind'], 'balance'> | 'vpn-over' | 'proxy-over';

const SUMS: Readonly<Record<SumKind, Readonly<Record<Language, Forms>>>> = {
  'vpn-over': {
    en: { one: 'VPN subscription has ended', other: 'VPN subscriptions have ended' },
    ru: {
      one: 'подписка VPN закончилась',
      few: 'подписки VPN закончились',
      many: 'подписок VPN закончились',
      other: 'подписки VPN закончилось',
    },
  },
  'proxy-over': {
    en: { one: 'dedicated proxy has ended', other: 'dedicated proxies have ended' },
    ru: {
      one: 'выделенный прокси закончился',
      few: 'выделенных прокси закончились',
      many: 'выделенных прокси закончились',
      other: 'выделенного прокси закончилось',
    },
  },
  vpn: {
    en: { one: 'VPN subscription ends soon', other: 'VPN subscriptions end soon' },
    ru: {
      one: 'подписка VPN скоро закончится',
      few: 'подписки VPN скоро закончатся',
      many: 'подписок VPN скоро закончатся',
      other: 'подписки VPN скоро закончится',
    },
  },
  proxy: {
    en: { one: 'dedicated proxy ends soon', other: 'dedicated proxies end soon' },
    ru: {
      one: 'выделенный прокси скоро закончится',
      few: 'выделенных прокси скоро закончатся',
      many: 'выделенных прокси скоро закончатся',
      other: 'выделенного прокси скоро закончится',
    },
  },
  traffic: {
    en: { one: 'traffic pool runs low', other: 'traffic pools run low' },
    ru: {
      one: 'пул с остатком трафика ниже порога',
      few: 'пула с остатком трафика ниже порога',
      many: 'пулов с остатком трафика ниже порога',
      other: 'пула с остатком трафика ниже порога',
    },
  },
};

/** Alerts of one kind, told as a sum. `isOver`: what they are about has ended already. */
export interface UntoldKind {
  readonly kind: ToldAlert['kind'];
  readonly isOver: boolean;
  readonly count: number;
}

/** There is one balance, so it is not counted. */
const LOW_BALANCE = {
  en: 'the balance does not cover the renewals due',
  ru: 'баланса не хватит на ближайшие продления',
} as const;

const sumText = ({ kind, isOver, count }: UntoldKind, language: Language): string => {
  if (kind === 'balance') return LOW_BALANCE[language];
  const sum: SumKind = isOver && kind !== 'traffic' ? `${kind}-over` : kind;
  return plural(count, language, SUMS[sum][language]);
};

/** Many at once, as one notification. */
export const groupNotice = (kinds: readonly UntoldKind[], language: Language): Notice => {
  const total = kinds.reduce((sum, { count }) => sum + count, 0);
  return {
    title: plural(total, language, {
      ...(language === 'ru'
        ? { one: 'новое уведомление', few: 'новых уведомления', many: 'новых уведомлений', other: 'нового уведомления' }
        : { one: 'new alert', other: 'new alerts' }),
    }),
    body: kinds.map((one) => sumText(one, language)).join('\n'),
  };
};

const ENDS = {
  en: {
    vpn: ['VPN subscription ends', 'VPN subscription ended'],
    proxy: ['Dedicated proxy ends', 'Dedicated proxy ended'],
  },
  ru: {
    vpn: ['Подписка VPN заканчивается', 'Подписка VPN закончилась'],
    proxy: ['Выделенный прокси заканчивается', 'Выделенный прокси закончился'],
  },
} as const;

/** `zone`: the end was read in it, though the service does not name one. */
const endText = (
  kind: 'vpn' | 'proxy',
  endsAt: number,
  { language, now }: { readonly language: Language; readonly now: number },
  zone: string | null,
): string => {
  const locale = LOCALES[language];
  const { urgency, days } = expiryOf(endsAt, now);
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');
  const exact = new Intl.DateTimeFormat(locale, {
    day: '2-digit',
    month: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).format(endsAt);
  const what = ENDS[language][kind][urgency === 'expired' ? 1 : 0];
  const assumed = zone === null ? '' : language === 'ru' ? `, предположительно ${zone}` : `, assuming ${zone}`;
  return `${what} ${relative} (${exact}${assumed})`;
};

const balanceText = (cover: NonNullable<ToldAlert['cover']>, language: Language): string => {
  const { due, covered, unpriced, balanceKopecks } = cover;
  const balance = formatRoubles(balanceKopecks, LOCALES[language]);
  const priced = due - unpriced;
  if (language === 'ru') {
    const tail = unpriced === 0 ? '' : ` Неизвестных цен: ${unpriced}.`;
    const far = covered === 0 ? `ни на одно из ${priced} продлений` : `на ${covered} из ${priced} продлений`;
    return `Баланса ${balance} ${covered === 0 ? 'не хватит' : 'хватит'} ${far} в ближайшие 7\u00a0дней.${tail}`;
  }
  const tail = unpriced === 0 ? '' : ` Unknown prices: ${unpriced}.`;
  return `${balance} covers ${covered} of ${priced} renewals due in 7\u00a0days.${tail}`;
};

/** One alert. `zone` is the one in which the ends of proxies are read; `now` is ms since the epoch, UTC. */
export const alertNotice = (
  alert: ToldAlert,
  context: { readonly language: Language; readonly now: number; readonly zone: string },
): Notice => {
  const { language, now, zone } = context;
  const isRussian = language === 'ru';
  const client = alert.clientName === '' ? alert.clientKey : alert.clientName;
  const { endsAt, trafficGb, cover } = alert;
  switch (alert.kind) {
    case 'vpn':
      return {
        title: client,
        body: endText('vpn', endsAt ?? now, context, null),
      };
    case 'proxy':
      return {
        title: client === '' ? alert.target : `${client} · ${alert.target}`,
        body: endText('proxy', endsAt ?? now, context, zone),
      };
    case 'traffic': {
      const gb = new Intl.NumberFormat(LOCALES[language], {
        style: 'unit',
        unit: 'gigabyte',
        maximumFractionDigits: 3,
      });
      const pool = Object.entries(POOL_WORDS[language]).find(([type]) => type === alert.target)?.[1] ?? alert.target;
      const left = gb.format(Math.max(0, trafficGb ?? 0));
      return {
        title: client,
        body: isRussian ? `Осталось ${left} ${pool}` : `${left} ${pool} left`,
      };
    }
    case 'balance':
      return {
        title: isRussian ? 'Баланса не хватит на продления' : 'The balance does not cover the renewals',
        body: cover === null ? '' : balanceText(cover, language),
      };
  }
};
