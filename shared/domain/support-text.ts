import type { Language } from './language.ts';
import { kopecksToDecimal } from './money.ts';

/**
 * A purchase of dedicated proxies that was charged while the answer with the goods was lost. No endpoint gives them
 * again, so only the service's support can; this is all it needs to find the order, and holds no secret.
 */
export interface LostPurchase {
  readonly countryCode: string;
  /** 3 = IPv4 shared, 4 = IPv4 individual, 6 = IPv6 individual. */
  readonly ipv: 3 | 4 | 6;
  /** Days. */
  readonly period: number;
  readonly count: number;
  readonly priceKopecks: number;
  /** When the request left, ms since the epoch, UTC. */
  readonly sentAt: number;
  /** When the charge was noticed; the same unit. `null` when it was not. */
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

/** What to send to the service's support, ready to paste. */
export const supportText = (lost: LostPurchase, language: Language): string => {
  const { countryCode, ipv, period, count, priceKopecks, sentAt, foundAt } = lost;
  const request = `POST /api/v1/dedicated/buy {"country_code":"${countryCode}","period":${period},"count":${count},"ipv":${ipv}}`;
  const spent = spentText(lost);
  const lines =
    language === 'ru'
      ? [
          'Здравствуйте! Покупка выделенных прокси через API оплачена, но ответ с прокси не дошёл: соединение оборвалось.',
          '',
          `Время запроса: ${utc(sentAt)}`,
          `Запрос: ${request}`,
          `Вид: ${KINDS.ru[ipv]}, количество: ${count}, срок: ${period} дн.`,
          `Списано: ${roubles(priceKopecks)}`,
          ...(spent === null ? [] : [spent]),
          ...(foundAt === null ? [] : [`Списание замечено: ${utc(foundAt)}`]),
          '',
          'Пожалуйста, пришлите данные этого заказа: ids, адреса, порты, логины, пароли и даты окончания. Либо верните оплату.',
        ]
      : [
          'Hello! A purchase of dedicated proxies through the API was charged, but the answer with the proxies was lost: the connection broke.',
          '',
          `Time of the request: ${utc(sentAt)}`,
          `Request: ${request}`,
          `Kind: ${KINDS.en[ipv]}, count: ${count}, period: ${period} days`,
          `Charged: ${roubles(priceKopecks)}`,
          ...(spent === null ? [] : [spent]),
          ...(foundAt === null ? [] : [`Charge noticed: ${utc(foundAt)}`]),
          '',
          'Please send the data of this order: ids, addresses, ports, logins, passwords and end dates. Or refund the charge.',
        ];
  return lines.join('\n');
};
