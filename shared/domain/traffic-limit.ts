import type { Translate } from '../texts/translate.ts';
import { type Language, LOCALES } from './language.ts';

const GIB = 1024 ** 3;

/**
 * Writes a VPN traffic limit, which the service states in bytes (docs/api.md#money-and-time). Limits are usually set in
 * whole GiB and are then shown in GiB; others are shown in GB. The card and the message to the client share this text.
 * The caller handles `0`, which means unlimited.
 */
export const trafficLimitText = (bytes: number, language: Language, t: Translate<'vpn'>): string => {
  const locale = LOCALES[language];
  if (bytes % GIB === 0) return t('vpn:gib', { gib: new Intl.NumberFormat(locale).format(bytes / GIB) });
  const gb = new Intl.NumberFormat(locale, { style: 'unit', unit: 'gigabyte', maximumFractionDigits: 2 });
  return gb.format(bytes / 1000 ** 3);
};
