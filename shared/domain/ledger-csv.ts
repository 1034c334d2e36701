import type { Purchase } from '../contract/purchases.ts';
import { countryName } from './country-name.ts';
import { type Basis, type StandingName, standingName } from './journal.ts';
import type { Language } from './language.ts';
import { kopecksToDecimal } from './money.ts';

/** The ledger as a table for Excel, in the user's language. */
interface LedgerTexts {
  readonly headers: readonly string[];
  readonly standings: Readonly<Record<StandingName, string>>;
  /** In the place of the state, where it is the word of the user. */
  readonly goodsMissingByHand: string;
  /** Whose word the state is. */
  readonly bases: Readonly<Record<Basis, string>>;
  readonly kinds: Readonly<Record<Purchase['order']['kind'], string>>;
  readonly order: (order: Purchase['order']) => string;
}

const EN: LedgerTexts = {
  headers: [
    'Number',
    'Time',
    'Client',
    'Messenger ID',
    'Client key',
    'Product',
    'Order',
    'State',
    'Agreed price, RUB',
    'Charged, RUB',
    'Basis',
    'Goods',
    'Note',
  ],
  standings: {
    pending: 'under way',
    open: 'outcome unknown',
    bought: 'bought',
    'bought-probably': 'probably bought',
    'charged-by-user': 'charged (marked by hand)',
    'goods-missing': 'probably charged, no goods',
    refused: 'refused',
    'not-sent': 'not sent',
    'not-charged-probably': 'probably not charged',
    'not-charged-by-user': 'not charged (marked by hand)',
  },
  goodsMissingByHand: 'charged, no goods (marked by hand)',
  bases: { answer: 'answer', evidence: 'evidence', user: 'by hand' },
  kinds: {
    traffic: 'Premium traffic',
    dedicated: 'Dedicated proxies',
    'dedicated-prolong': 'Dedicated proxies, extended',
    'vpn-buy': 'VPN',
    'vpn-renew': 'VPN, renewed',
  },
  order: (order) => {
    switch (order.kind) {
      case 'traffic':
        return `${order.poolType}, ${order.gb} GB`;
      case 'dedicated':
        return `${countryName(order.countryCode, order.countryCode, 'en')}, ipv ${order.ipv}, ${order.count} pcs, ${order.period} days`;
      case 'dedicated-prolong':
        return `${order.serviceIds.length} pcs, ${order.period} days`;
      case 'vpn-buy':
      case 'vpn-renew':
        return `${order.periodMonths} months`;
    }
  },
};

const RU: LedgerTexts = {
  headers: [
    'Номер',
    'Время',
    'Клиент',
    'ID в мессенджере',
    'Ключ клиента',
    'Продукт',
    'Заказ',
    'Состояние',
    'Согласованная цена, ₽',
    'Списано, ₽',
    'Основание',
    'Товар',
    'Примечание',
  ],
  standings: {
    pending: 'выполняется',
    open: 'исход неизвестен',
    bought: 'куплено',
    'bought-probably': 'видимо, куплено',
    'charged-by-user': 'списано (отмечено вручную)',
    'goods-missing': 'видимо, оплачено, товара нет',
    refused: 'отказ',
    'not-sent': 'не отправлено',
    'not-charged-probably': 'видимо, не списано',
    'not-charged-by-user': 'не списано (отмечено вручную)',
  },
  goodsMissingByHand: 'оплачено, товара нет (отмечено вручную)',
  bases: { answer: 'ответ', evidence: 'признаки', user: 'вручную' },
  kinds: {
    traffic: 'Премиум-трафик',
    dedicated: 'Выделенные прокси',
    'dedicated-prolong': 'Выделенные прокси, продление',
    'vpn-buy': 'VPN',
    'vpn-renew': 'VPN, продление',
  },
  order: (order) => {
    switch (order.kind) {
      case 'traffic':
        return `${order.poolType}, ${String(order.gb).replace('.', ',')} ГБ`;
      case 'dedicated':
        return `${countryName(order.countryCode, order.countryCode, 'ru')}, ipv ${order.ipv}, ${order.count} шт., ${order.period} дн.`;
      case 'dedicated-prolong':
        return `${order.serviceIds.length} шт., ${order.period} дн.`;
      case 'vpn-buy':
      case 'vpn-renew':
        return `${order.periodMonths} мес.`;
    }
  },
};

const TEXTS = { en: EN, ru: RU } as const;

export const ledgerHeaders = (language: Language): readonly string[] => TEXTS[language].headers;

const pad = (value: number): string => String(value).padStart(2, '0');

/** The local time of this machine, as Excel reads one: `2026-03-01 14:05:09`. */
const localTime = (at: number): string => {
  const date = new Date(at);
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return `${day} ${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
};

/** Russian Excel takes a number with a full stop for a date. */
const roubles = (kopecks: number | null, language: Language): string => {
  if (kopecks === null) return '';
  const text = kopecksToDecimal(kopecks);
  return language === 'ru' ? text.replace('.', ',') : text;
};

/** What the service said, and what the user gave as a reason. */
const noteText = ({ note, settlements }: Purchase): string =>
  [note, settlements.at(-1)?.reason ?? ''].filter((part) => part !== '').join(' / ');

const goodsText = ({ goods }: Purchase): string => {
  if (goods === null) return '';
  switch (goods.kind) {
    case 'traffic':
      return goods.gb === null ? '' : `${goods.gb} GB`;
    case 'dedicated':
      return [goods.orderId ?? '', String(goods.received)].filter((part) => part !== '').join(' / ');
    case 'dedicated-prolong':
      return goods.items.map((item) => item.serviceId).join(' ');
    case 'vpn-buy':
    case 'vpn-renew':
      return goods.uuid;
  }
};

/** Its state, claiming no more than is known. */
const stateText = (purchase: Purchase, { standings, goodsMissingByHand }: LedgerTexts): string => {
  const name = standingName(purchase, purchase.reason);
  return name === 'goods-missing' && purchase.basis === 'user' ? goodsMissingByHand : standings[name];
};

/** One purchase as a line of that table. */
export const ledgerCells = (purchase: Purchase, language: Language): readonly (string | number)[] => {
  const texts = TEXTS[language];
  const { bases, kinds, order } = texts;
  return [
    purchase.id,
    localTime(purchase.createdAt),
    purchase.clientName,
    purchase.messengerId ?? '',
    purchase.clientKey ?? '',
    kinds[purchase.order.kind],
    order(purchase.order),
    stateText(purchase, texts),
    roubles(purchase.priceKopecks, language),
    roubles(purchase.chargedKopecks, language),
    purchase.basis === null ? '' : bases[purchase.basis],
    goodsText(purchase),
    noteText(purchase),
  ];
};
