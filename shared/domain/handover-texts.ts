import { type Language, LOCALES } from './language.ts';
import type { PoolType } from './limits.ts';
import { POOL_WORDS } from './pool-words.ts';
import { trafficLimitText } from './traffic-limit.ts';

/** The message until the reseller writes an own one. Its language is the client's, not the app's. */
export const DEFAULT_TEMPLATES: Readonly<Record<Language, string>> = {
  en: `Hello, {name}!

Your VPN. Open the link on your device, or scan the QR code:
{link}
Valid until {expires} ({days}).
Traffic: {limit}.

Your proxies:
{proxies}

Traffic left: {traffic}.

Please keep this message to yourself: whoever has it can use what you paid for.`,
  ru: `Здравствуйте, {name}!

Ваш VPN. Откройте ссылку на своём устройстве или отсканируйте QR-код:
{link}
Действует до {expires} ({days}).
Трафик: {limit}.

Ваши прокси:
{proxies}

Осталось трафика: {traffic}.

Никому не пересылайте это сообщение: с ним можно пользоваться тем, что вы оплатили.`,
};

/** Pools of proxies by name, where `POOL_WORDS` speak of traffic; in English both are the same. */
const POOLS: Readonly<Record<Language, Readonly<Record<PoolType, string>>>> = {
  en: POOL_WORDS.en,
  ru: {
    residential: 'резидентские',
    datacenter: 'дата-центр',
    mobile: 'мобильные',
    residential_premium: 'резидентские премиум',
  },
};

const DAYS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: { one: '{n} day left', other: '{n} days left' },
  ru: { one: 'остался {n} день', few: 'осталось {n} дня', many: 'осталось {n} дней', other: 'осталось {n} дня' },
};
const LINES: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: { one: '{n} proxy in the file {file}', other: '{n} proxies in the file {file}' },
  ru: { one: '{n} прокси в файле {file}', other: '{n} прокси в файле {file}' },
};
const WORDS = {
  en: { today: 'ends today', ended: 'ended', unlimited: 'unlimited' },
  ru: { today: 'заканчивается сегодня', ended: 'срок закончился', unlimited: 'без ограничения' },
} as const;

/** Words and numbers as the message's language writes them; dates are this machine's. */
export const handoverWords = (language: Language) => {
  const locale = LOCALES[language];
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const date = new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric' });
  const plural = new Intl.PluralRules(locale);
  const gb = language === 'ru' ? 'ГБ' : 'GB';
  const counted = (forms: Readonly<Record<string, string>>, count: number): string =>
    (forms[plural.select(count)] ?? forms.other ?? '').replace('{n}', number.format(count));
  return {
    date: (at: number): string => date.format(at),
    /** `days`: midnights from today; below 0 or `isOver` it has ended. */
    days: (days: number, isOver: boolean): string => {
      if (isOver) return WORDS[language].ended;
      return days <= 0 ? WORDS[language].today : counted(DAYS[language], days);
    },
    /** 0 is unlimited. */
    limit: (bytes: number): string => (bytes === 0 ? WORDS[language].unlimited : trafficLimitText(bytes, language)),
    pool: (pool: PoolType, amount: number): string => `${POOLS[language][pool]} ${number.format(amount)} ${gb}`,
    /** A file name may hold anything, `$&` too: it is put in by a function. */
    inFile: (count: number, file: string): string => counted(LINES[language], count).replace('{file}', () => file),
  };
};
