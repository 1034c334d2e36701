import { textsIn } from '#core/platform/text/texts.ts';
import { DAY_AND_MONTH, type Language, LOCALES } from '#shared/domain/language.ts';
import type { PoolType } from '#shared/domain/limits.ts';
import { formatRoubles } from '#shared/domain/money.ts';
import { trafficLimitText } from '#shared/domain/traffic-limit.ts';

/** Formats words and numbers in the message's language. Dates are in this machine's zone. */
export const handoverWords = (language: Language) => {
  const locale = LOCALES[language];
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const date = new Intl.DateTimeFormat(locale, { ...DAY_AND_MONTH[language], year: 'numeric' });
  const moment = new Intl.DateTimeFormat(locale, {
    ...DAY_AND_MONTH[language],
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  const t = textsIn(language);
  return {
    moment: (at: number): string => moment.format(at),
    date: (at: number): string => date.format(at),
    roubles: (kopecks: number): string => formatRoubles(kopecks, locale),
    /** `days` is the number of midnights from today; negative or with `isOver` it has ended. */
    days: (days: number, isOver: boolean): string => {
      if (isOver) return t('handover:message.hasEnded');
      return days <= 0 ? t('handover:message.endsToday') : t('handover:message.daysLeft', { count: days });
    },
    /** 0 means unlimited. */
    limit: (bytes: number): string =>
      bytes === 0 ? t('handover:message.unlimited') : trafficLimitText(bytes, language, t),
    pool: (pool: PoolType, amount: number): string =>
      t('handover:message.pool', { pool: t(`handover:message.pools.${pool}`), gb: number.format(amount) }),
    inFile: (count: number, file: string): string => t('handover:message.inFile', { count, file }),
  };
};
