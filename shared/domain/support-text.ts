import type { Translate } from '../texts/translate.ts';
import { kopecksToDecimal } from './money.ts';

/**
 * A purchase of dedicated proxies whose answer with the goods was lost. No endpoint returns the goods again, so only
 * the service's support can. This contains everything that support needs to find the order, and no secret.
 */
export interface LostPurchase {
  /** How certain the charge is: known, probable by evidence, or unknown. The text claims no more than that. */
  readonly known: 'charged' | 'probably' | 'open';
  readonly countryCode: string;
  /** 3 = IPv4 shared, 4 = IPv4 individual, 6 = IPv6 individual. */
  readonly ipv: 3 | 4 | 6;
  /** In days. */
  readonly period: number;
  readonly count: number;
  /** The amount that was charged, or may have been. */
  readonly priceKopecks: number;
  /** When the request left, ms since the epoch, UTC. */
  readonly sentAt: number;
  /** When evidence of the charge was found, in ms since the epoch, UTC; `null` if there is none. */
  readonly foundAt: number | null;
  /** `api_spent_rub` before the request, and when the charge was noticed; `null` if it was not read. */
  readonly spentBeforeKopecks: number | null;
  readonly spentAfterKopecks: number | null;
}

/** Formats a time in UTC and says so, because support reads it in another zone. */
const utc = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

const roubles = (kopecks: number): string => `${kopecksToDecimal(kopecks)} RUB`;

const spentText = ({ spentBeforeKopecks, spentAfterKopecks }: LostPurchase): string | null =>
  spentBeforeKopecks === null || spentAfterKopecks === null
    ? null
    : `api_spent_rub: ${kopecksToDecimal(spentBeforeKopecks)} → ${kopecksToDecimal(spentAfterKopecks)}`;

/** Writes a message to the service's support, ready to paste. */
export const supportText = (lost: LostPurchase, t: Translate<'purchases'>): string => {
  const { countryCode, ipv, period, count, priceKopecks, sentAt, foundAt, known } = lost;
  const spent = spentText(lost);
  const body = JSON.stringify({ country_code: countryCode, period, count, ipv });
  const kind = t(`purchases:support.letter.kinds.ipv${ipv}`);
  const amount = roubles(priceKopecks);
  return [
    t(`purchases:support.letter.${known}`),
    '',
    t('purchases:support.letter.time', { time: utc(sentAt) }),
    t('purchases:support.letter.request', { request: `POST /api/v1/dedicated/buy ${body}` }),
    t('purchases:support.letter.what', { kind, pieces: count, period }),
    t(`purchases:support.letter.${known === 'charged' ? 'amount' : 'price'}`, { amount }),
    ...(spent === null ? [] : [spent]),
    ...(foundAt === null ? [] : [t('purchases:support.letter.found', { time: utc(foundAt) })]),
    '',
    t(`purchases:support.letter.${known === 'charged' ? 'askGoods' : 'askWhether'}`),
  ].join('\n');
};
