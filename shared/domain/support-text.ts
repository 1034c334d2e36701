import type { Language } from './language.ts';
import { kopecksToDecimal } from './money.ts';

/**
 * A purchase of dedicated proxies whose answer with the goods was lost. No endpoint gives them again, so only the
 * service's support can; this is all it needs to find the order, and holds no secret.
 */
export interface LostPurchase {
  /** Whether it was charged: somebody knows it, evidence says so, or nobody knows. The text says no more than that. */
  readonly known: 'charged' | 'probably' | 'open';
  readonly countryCode: string;
  /** 3 = IPv4 shared, 4 = IPv4 individual, 6 = IPv6 individual. */
  readonly ipv: 3 | 4 | 6;
  /** Days. */
  readonly period: number;
  readonly count: number;
  /** What was charged, or may have been. */
  readonly priceKopecks: number;
  /** When the request left, ms since the epoch, UTC. */
  readonly sentAt: number;
  /** When evidence of the charge was found; the same unit. `null` where there is none. */
  readonly foundAt: number | null;
  /** `api_spent_rub` before the request and when the charge was noticed; `null` where it was not read. */
  readonly spentBeforeKopecks: number | null;
  readonly spentAfterKopecks: number | null;
}

/** Support reads it in its own zone, so the time is given in UTC and says so. */
const utc = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

const roubles = (kopecks: number): string => `${kopecksToDecimal(kopecks)} RUB`;

const KINDS = {
  en: { 3: 'IPv4 shared', 4: 'IPv4 individual', 6: 'IPv6 individual' },
  ru: { 3: 'IPv4 общие', 4: 'IPv4 индивидуальные', 6: 'IPv6 индивидуальные' },
} as const;

const spentText = ({ spentBeforeKopecks, spentAfterKopecks }: LostPurchase): string | null =>
  spentBeforeKopecks === null || spentAfterKopecks === null
    ? null
    : `api_spent_rub: ${kopecksToDecimal(spentBeforeKopecks)} → ${kopecksToDecimal(spentAfterKopecks)}`;

const WORDS = {
  en: {
    first: {
      charged:
        'Hello! A purchase of dedicated proxies through the API was charged, but the answer with the proxies was lost: the connection broke.',
      probably:
        'Hello! A purchase of dedicated proxies through the API got no answer: the connection broke. It appears to have been charged.',
      open: 'Hello! A purchase of dedicated proxies through the API got no answer: the connection broke. It may have been charged.',
    },
    time: 'Time of the request',
    request: 'Request',
    what: (kind: string, { count, period }: LostPurchase) => `Kind: ${kind}, count: ${count}, period: ${period} days`,
    price: { charged: 'Charged', probably: 'Price', open: 'Price' },
    found: 'Rise in spending noticed',
    last: {
      charged:
        'Please send the data of this order: ids, addresses, ports, logins, passwords and end dates. Or refund the charge.',
      unsure:
        'Please tell whether it was charged. If it was, please send the data of this order: ids, addresses, ports, logins, passwords and end dates. Or refund the charge.',
    },
  },
  ru: {
    first: {
      charged:
        'Здравствуйте! Покупка выделенных прокси через API оплачена, но ответ с прокси не дошёл: соединение оборвалось.',
      probably:
        'Здравствуйте! На покупку выделенных прокси через API ответ не пришёл: соединение оборвалось. По нашим данным, деньги за неё списаны.',
      open: 'Здравствуйте! На покупку выделенных прокси через API ответ не пришёл: соединение оборвалось. Возможно, деньги за неё списаны.',
    },
    time: 'Время запроса',
    request: 'Запрос',
    what: (kind: string, { count, period }: LostPurchase) => `Вид: ${kind}, количество: ${count}, срок: ${period} дн.`,
    price: { charged: 'Списано', probably: 'Цена', open: 'Цена' },
    found: 'Рост расходов замечен',
    last: {
      charged:
        'Пожалуйста, пришлите данные этого заказа: ids, адреса, порты, логины, пароли и даты окончания. Либо верните оплату.',
      unsure:
        'Пожалуйста, сообщите, списаны ли деньги. Если да, пришлите данные этого заказа: ids, адреса, порты, логины, пароли и даты окончания. Либо верните оплату.',
    },
  },
} as const;

/** What to send to the service's support, ready to paste. */
export const supportText = (lost: LostPurchase, language: Language): string => {
  const { countryCode, ipv, period, count, priceKopecks, sentAt, foundAt, known } = lost;
  const words = WORDS[language];
  const spent = spentText(lost);
  return [
    words.first[known],
    '',
    `${words.time}: ${utc(sentAt)}`,
    `${words.request}: POST /api/v1/dedicated/buy {"country_code":"${countryCode}","period":${period},"count":${count},"ipv":${ipv}}`,
    words.what(KINDS[language][ipv], lost),
    `${words.price[known]}: ${roubles(priceKopecks)}`,
    ...(spent === null ? [] : [spent]),
    ...(foundAt === null ? [] : [`${words.found}: ${utc(foundAt)}`]),
    '',
    words.last[known === 'charged' ? 'charged' : 'unsure'],
  ].join('\n');
};
