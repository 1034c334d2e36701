import type { Translate } from '../texts/translate.ts';
import { type Language, LOCALES } from './language.ts';

const GIB = 1024 ** 3;

/**
 * A VPN traffic limit, which the service gives in bytes (docs/api.md#money-and-time), with the unit that is true of it:
 * limits are set in whole GiB and shown so where they are, others in GB. One text for the card and for the client's
 * message. `0`, which is unlimited, is the caller's to say.
 */
export const trafficLimitText = (bytes: number, language: Language, t: Translate<'vpn'>): string => {
  const locale = LOCALES[language];
  if (bytes % GIB === 0) return t('vpn:gib', { gib: new Intl.NumberFormat(locale).format(bytes / GIB) });
  const gb = new Intl.NumberFormat(locale, { style: 'unit', unit: 'gigabyte', maximumFractionDigits: 2 });
  return gb.format(bytes / 1000 ** 3);
};
