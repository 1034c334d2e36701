import { exportFileName } from '#core/catalogue/lists/export-name.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { type LabelledClient, shortClientLabel } from '#shared/domain/client-label.ts';
import { asOneLine, hasControl } from '#shared/domain/control-characters.ts';
import { expiryOf } from '#shared/domain/expiry.ts';
import { sanitizeFileName } from '#shared/domain/file-name.ts';
import type { HandoverValues } from '#shared/domain/handover-template.ts';
import type { Language } from '#shared/domain/language.ts';
import { localDate, midnightOf } from '#shared/domain/local-date.ts';
import { MASK, maskProxyLine } from '#shared/domain/proxy-line.ts';
import { APP_FACTS, VPN_APPS, type VpnApp } from '#shared/domain/vpn-apps.ts';
import { appLink } from './app-link.ts';
import type { HandedList, HandedSubscription, HandoverGoods } from './goods.ts';
import { handoverWords } from './message-words.ts';
import type { SoldGoods } from './sold-goods.ts';

export const MESSAGE = 'message.txt';

/** More lines would make an unreadable message; they are in their file. */
export const MAX_LINES_IN_MESSAGE = 20;

/** The length in characters of at most four bytes that leaves room for a number. */
const ROOMY_STEM = 40;

export interface PackNames {
  /** One name per subscription. */
  readonly qr: readonly string[];
  /** One name per list. */
  readonly lists: readonly string[];
  /** `null` if no dedicated proxies are handed over. */
  readonly dedicated: string | null;
}

/** File names may have the maximum length, but those of a client's folder and page are kept shorter. */
const MAX_NAME = 80;

/** Returns the name of a client's folder: who it is for, and the day. `at` in ms since the epoch, UTC. */
export const packName = (client: LabelledClient, at: number): string =>
  sanitizeFileName(`${shortClientLabel(client).slice(0, MAX_NAME)} ${localDate(at)}`, 'client');

/** Returns the suggested name of a client's page. */
export const pageName = (client: LabelledClient, at: number): string =>
  sanitizeFileName(`${packName(client, at)}.html`);

/** Returns the names of the files. All differ, even if case is ignored. `at` in ms since the epoch, UTC. */
export const packNames = (
  goods: HandoverGoods,
  settings: Pick<Settings, 'fileNameTemplate'>,
  at: number,
): PackNames => {
  const taken = new Set([MESSAGE]);
  const unique = (wanted: string): string => {
    const dot = wanted.lastIndexOf('.');
    // Leave room for the number: names that are too long are cut at the end, and a lost number would make them equal.
    const stem = [...wanted.slice(0, dot)].slice(0, ROOMY_STEM).join('');
    let name = wanted;
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) {
      name = sanitizeFileName(`${stem} (${number})${wanted.slice(dot)}`);
    }
    taken.add(name.toLowerCase());
    return name;
  };
  const { client, subscriptions, lists, dedicatedLines } = goods;
  const nameOf = ({ record, ...view }: HandedList): string =>
    exportFileName(settings.fileNameTemplate, record, { ...view, count: view.lines }, at);
  const dedicatedList = {
    clientName: client.name,
    clientKey: client.clientKey,
    messengerId: client.messengerId,
    recipe: { poolType: 'dedicated', countries: [] },
  };
  const dedicatedView = { formatId: 1, variant: 'ip', count: dedicatedLines.length } as const;
  return {
    qr: subscriptions.map((_, index) => unique(subscriptions.length === 1 ? 'qr.png' : `qr-${index + 1}.png`)),
    lists: lists.map((list) => unique(nameOf(list))),
    dedicated:
      dedicatedLines.length === 0
        ? null
        : unique(exportFileName(settings.fileNameTemplate, dedicatedList, dedicatedView, at)),
  };
};

/** Masks a link: its host may be visible, but not the secret part. */
const maskLink = (url: string): string => {
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(url)?.[0] ?? '';
  const host = scheme.toLowerCase() === 'https://' && URL.canParse(url) ? `${new URL(url).host}/` : '';
  return `${scheme}${host}${MASK}`;
};

/** The lines that are part of the message, in the order of the lists; `null` for a list with too many lines. */
interface ShortLists {
  readonly lists: readonly (readonly string[] | null)[];
}

interface ValuesOf {
  readonly goods: HandoverGoods;
  readonly sold: SoldGoods;
  readonly names: PackNames;
  readonly short: ShortLists;
  /** The apps to whose links `{apps}` leads. */
  readonly apps: readonly VpnApp[];
  readonly language: Language;
  readonly reveal: boolean;
  /** ms since the epoch, UTC. */
  readonly now: number;
}

/** The values of a message: those of everything together, and those of each subscription for the repeated parts. */
export interface MessageValues {
  readonly values: HandoverValues;
  readonly each: readonly HandoverValues[];
}

type VpnValues = Pick<HandoverValues, 'link' | 'expires' | 'days' | 'limit' | 'number' | 'apps' | VpnApp>;

/** Returns the values that describe VPN subscriptions. `number` is empty unless there are several. */
const vpnValues = (
  subscriptions: readonly HandedSubscription[],
  number: string,
  { apps, language, reveal, now }: Pick<ValuesOf, 'apps' | 'language' | 'reveal' | 'now'>,
): VpnValues => {
  const words = handoverWords(language);
  const expiries = subscriptions.flatMap(({ expiresAt }) => (expiresAt === null ? [] : [expiresAt]));
  const limits = subscriptions.flatMap(({ trafficLimitBytes: bytes }) => (bytes === null ? [] : [words.limit(bytes)]));
  const shown = (url: string): string => (reveal ? url : maskLink(url));
  const appLinks = (app: VpnApp): readonly string[] =>
    subscriptions.flatMap(({ url }) => {
      const link = appLink(app, url);
      return link === null ? [] : [shown(link)];
    });
  const links = (app: VpnApp): string => appLinks(app).join('\n');
  return {
    link: subscriptions.map(({ url }) => shown(asOneLine(url))).join('\n'),
    expires: unique(expiries.map(words.date)).join(', '),
    days: unique(expiries.map((at) => words.days(expiryOf(at, now).days, at <= now))).join(', '),
    limit: unique(limits).join(', '),
    number,
    apps: VPN_APPS.filter((app) => apps.includes(app))
      .flatMap((app) => appLinks(app).map((link) => `${APP_FACTS[app].name}: ${link}`))
      .join('\n'),
    happ: links('happ'),
    v2raytun: links('v2raytun'),
    hiddify: links('hiddify'),
    v2rayng: links('v2rayng'),
    clash: links('clash'),
    singbox: links('singbox'),
  };
};

/** Returns the values of a template's fields. */
export const messageValues = ({ goods, sold, names, short, ...of }: ValuesOf): MessageValues => {
  const { language, reveal, now } = of;
  const words = handoverWords(language);
  const { client, subscriptions, lists, dedicatedLines, checkedAt, traffic, lowTraffic, debtKopecks, noted } = goods;
  const shown = (lines: readonly string[], formatId: 1 | 2 | 3): string =>
    lines
      .filter((line) => !hasControl(line))
      .map((line) => (reveal ? line : maskProxyLine(line, formatId)))
      .join('\n');
  const proxies = lists.map(({ lines, formatId }, index) => {
    const few = short.lists[index] ?? null;
    return few === null ? words.inFile(lines, names.lists[index] ?? '') : shown(few, formatId);
  });
  if (names.dedicated !== null) {
    const few = dedicatedLines.length <= MAX_LINES_IN_MESSAGE ? dedicatedLines : null;
    proxies.push(few === null ? words.inFile(dedicatedLines.length, names.dedicated) : shown(few, 1));
  }
  const pools = (left: HandoverGoods['traffic']): string =>
    left.map(({ poolType, gb }) => words.pool(poolType, gb)).join(', ');
  const notedEnd = midnightOf(noted.paidUntil ?? '');
  const paidUntil = notedEnd === undefined ? sold.paidUntil : [notedEnd];
  const values: HandoverValues = {
    ...vpnValues(subscriptions, '', of),
    name: asOneLine(client.name),
    key: asOneLine(client.clientKey),
    proxies: proxies.join('\n'),
    checked_at: checkedAt === null ? '' : words.moment(checkedAt),
    traffic: pools(traffic),
    low_traffic: pools(lowTraffic),
    date: words.date(now),
    price: sold.priceKopecks === null ? '' : words.roubles(sold.priceKopecks),
    plan: asOneLine(noted.plan),
    paid_until: unique(paidUntil.map(words.date)).join(', '),
    debt: debtKopecks === 0 ? '' : words.roubles(debtKopecks),
  };
  const numberOf = (index: number): string => (subscriptions.length === 1 ? '' : String(index + 1));
  const each = subscriptions.map((one, index) => ({ ...values, ...vpnValues([one], numberOf(index), of) }));
  return { values, each };
};

const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)];
