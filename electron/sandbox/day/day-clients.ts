import type { IpVersion, ServicePoolType, StoredVpnStatus } from '../state/model.ts';

/**
 * A subscription: the months of each purchase, the days left (negative if it has ended), and its status if not ACTIVE.
 */
type Vpn = readonly [months: 1 | 3 | 6 | 12, daysLeft: number, status?: StoredVpnStatus];
/**
 * Traffic: the GB of each purchase, the days between purchases, the GB left now, and optionally the age of the last
 * purchase in days.
 */
type Traffic = readonly [pool: ServicePoolType, gb: number, everyDays: number, leftGb: number, lastDaysAgo?: number];

export interface DayClient {
  readonly messengerId: number;
  readonly clientKey: string;
  readonly name: string;
  readonly tags?: readonly string[];
  readonly note?: string;
  readonly vpn?: readonly Vpn[];
  readonly traffic?: readonly Traffic[];
  /** The number of addresses on the whitelist. */
  readonly addresses?: number;
  /** The days since the last payment, and the days until the debt since then is due (negative if overdue). */
  readonly owes?: readonly [paidDaysAgo: number, dueInDays: number];
}

/**
 * The clients of a small shop, all invented: subscriptions at every stage, pools that are low or empty, the same key
 * under two ids, a group (negative id) and an id beyond 32 bits. Notes are in the client's language.
 */
export const DAY_CLIENTS: readonly DayClient[] = [
  {
    messengerId: 412_870_115,
    clientKey: 'anna-shop',
    name: 'Анна Ковалёва',
    tags: ['VIP', 'shops'],
    note: 'Два магазина на маркетплейсах. Платит по пятницам.',
    vpn: [
      [1, 2.4],
      [6, 74],
    ],
    traffic: [['residential', 20, 24, 7.4]],
    addresses: 2,
  },
  {
    messengerId: 398_114_702,
    clientKey: 'boris-studio',
    name: 'Борис Лебедев',
    tags: ['agency'],
    note: 'Студия, пять человек.',
    vpn: [[3, 6.3]],
    traffic: [['datacenter', 100, 30, 41.5]],
  },
  {
    messengerId: 501_662_340,
    clientKey: 'clara-travel',
    name: 'Clara Voss',
    tags: ['VIP'],
    note: 'Compares fares; needs DE and NL, sticky for 30 minutes.',
    vpn: [[1, 18.2, 'LIMITED']],
    traffic: [['residential', 10, 14, 0.35]],
    addresses: 1,
  },
  {
    messengerId: 377_905_418,
    clientKey: 'denis-parser',
    name: 'Денис Орлов',
    tags: ['parsing'],
    note: 'Парсит каталоги ночью, следить за остатком.',
    vpn: [[1, -4.1]],
    traffic: [
      ['residential', 50, 35, 18.125],
      ['datacenter', 100, 40, 62],
    ],
    addresses: 3,
  },
  {
    messengerId: 420_031_877,
    clientKey: 'elena-smm',
    name: 'Елена Громова',
    tags: ['SMM'],
    vpn: [[3, 40, 'DISABLED']],
    traffic: [['mobile', 5, 26, 2.4]],
  },
  {
    messengerId: 7_384_920_516,
    clientKey: 'farid-market',
    name: 'Farid Aliyev',
    tags: ['shops'],
    note: 'Pays in USDT, asks for the invoice first.',
    vpn: [
      [1, 0.8],
      [1, -21],
    ],
    traffic: [['residential_premium', 5, 28, 3.1]],
    addresses: 1,
  },
  {
    messengerId: 433_208_651,
    clientKey: 'gleb-ads',
    name: 'Глеб Самойлов',
    tags: ['arbitrage'],
    vpn: [[1, 14.6]],
    traffic: [['mobile', 10, 20, 6.25]],
    addresses: 2,
  },
  {
    messengerId: -1_001_987_654_321,
    clientKey: 'office-group',
    name: 'Office «Ромашка»',
    tags: ['agency', 'wholesale'],
    note: 'Групповой чат бухгалтерии, четыре места.',
    vpn: [
      [3, 11.2],
      [3, 11.2],
      [3, 11.3],
      [3, 11.3, 'LIMITED'],
    ],
  },
  {
    messengerId: 455_700_192,
    clientKey: 'hanna-design',
    name: 'Hanna Lindqvist',
    vpn: [[6, 120]],
    note: 'Referred by Clara.',
  },
  {
    messengerId: 388_219_640,
    clientKey: 'igor-crypto',
    name: 'Игорь Баранов',
    tags: ['arbitrage'],
    vpn: [[1, 24.3]],
    traffic: [['residential', 10, 18, 0]],
    addresses: 1,
    owes: [16, -1],
  },
  {
    messengerId: 402_556_713,
    clientKey: 'vip',
    name: 'Ирина Ветрова',
    tags: ['VIP'],
    vpn: [[12, 331]],
    traffic: [['residential', 100, 45, 63.8]],
    addresses: 1,
  },
  {
    messengerId: 402_556_714,
    clientKey: 'vip',
    name: 'Kirill Ozols',
    tags: ['VIP'],
    vpn: [[3, 4.6]],
    traffic: [['mobile', 3, 30, 0.5]],
  },
  {
    messengerId: 415_093_226,
    clientKey: 'лариса ключ №1',
    name: 'Лариса Соколова',
    tags: ['SMM'],
    note: 'Просит счёт на почту.',
    vpn: [[1, -1.2, 'LIMITED']],
    traffic: [['datacenter', 20, 30, 2.75]],
  },
  {
    messengerId: 520_118_903,
    clientKey: 'mark-seo',
    name: 'Mark Stone',
    tags: ['SEO', 'parsing'],
    note: 'Rank tracking, US states only.',
    vpn: [[3, 45]],
    traffic: [['datacenter', 150, 32, 88.4]],
    addresses: 2,
  },
  { messengerId: 391_447_025, clientKey: 'maria-tutor', name: 'Мария Щербакова', vpn: [[1, 5.1]] },
  { messengerId: 466_320_788, clientKey: 'nikita-games', name: 'Никита Журавлёв', tags: ['games'], vpn: [[1, 0.3]] },
  { messengerId: 9_007_199_254_740_991, clientKey: 'galina-last', name: 'Галина Пределова', vpn: [[12, 203]] },
  {
    messengerId: 538_204_117,
    clientKey: 'oliver-tickets',
    name: 'Oliver Grant',
    tags: ['parsing', 'wholesale'],
    note: 'Ticket drops on Thursdays: tops up the evening before.',
    traffic: [
      ['residential', 50, 21, 21.6],
      ['mobile', 10, 25, 1.2],
    ],
    addresses: 3,
    owes: [9, 3],
  },
  { messengerId: 409_871_336, clientKey: 'olga-fit', name: 'Ольга Зимина', vpn: [[1, 9.4]] },
  {
    messengerId: 421_650_984,
    clientKey: 'pavel-dev',
    name: 'Павел Щукин',
    tags: ['SEO'],
    vpn: [[6, 60]],
    traffic: [['datacenter', 50, 38, 12.9]],
  },
  {
    messengerId: 447_012_559,
    clientKey: 'petra-shop',
    name: 'Petra Novak',
    tags: ['shops'],
    vpn: [[1, 27.2]],
    traffic: [['residential', 10, 30, 4.05]],
  },
  {
    messengerId: 384_776_201,
    clientKey: 'roman-ads',
    name: 'Роман Кузьмин',
    tags: ['arbitrage', 'VIP'],
    note: 'Берёт мобильные под залив, не любит ждать.',
    vpn: [[1, 2.2]],
    traffic: [['mobile', 10, 16, 7.9]],
    addresses: 2,
  },
  {
    messengerId: 459_338_420,
    clientKey: 'ruth-agency',
    name: 'Ruth Adler',
    tags: ['agency'],
    vpn: [
      [6, 16.4],
      [6, 92],
    ],
  },
  { messengerId: 436_905_172, clientKey: 'svetlana-nails', name: 'Светлана Фомина', tags: ['SMM'], vpn: [[1, 21.7]] },
  {
    messengerId: 512_447_630,
    clientKey: 'samir-data',
    name: 'Samir Haddad',
    tags: ['parsing', 'wholesale'],
    note: 'Weekly crawl, invoices monthly.',
    traffic: [
      ['datacenter', 200, 28, 143.2],
      ['residential', 20, 33, 0.8],
    ],
    addresses: 2,
    owes: [24, 6],
  },
  {
    messengerId: 395_024_817,
    clientKey: 'timur-auto',
    name: 'Тимур Ахметов',
    tags: ['shops'],
    vpn: [[1, 12.9]],
    traffic: [['residential', 5, 27, 1.9]],
  },
  { messengerId: 470_281_933, clientKey: 'tom-stream', name: 'Tom Becker', tags: ['games'], vpn: [[3, 29.1]] },
  {
    messengerId: 428_119_506,
    clientKey: 'ulyana-travel',
    name: 'Ульяна Рябова',
    vpn: [
      [1, 2.9],
      [3, 55],
    ],
  },
  {
    messengerId: 483_660_714,
    clientKey: 'vadim-trade',
    name: 'Вадим Носков',
    tags: ['arbitrage'],
    vpn: [[1, -12.3]],
    traffic: [['residential_premium', 3, 36, 0]],
    owes: [33, -4],
  },
  {
    messengerId: 401_338_295,
    clientKey: 'vera-blog',
    name: 'Вера Денисова',
    tags: ['SMM'],
    vpn: [[1, 8.8]],
    traffic: [['mobile', 3, 24, 1.75]],
  },
  {
    messengerId: 527_906_148,
    clientKey: 'victor-labs',
    name: 'Victor Hale',
    tags: ['SEO', 'VIP'],
    vpn: [[12, 158]],
    traffic: [['residential_premium', 10, 30, 9.4, 0.25]],
    addresses: 1,
  },
  { messengerId: 444_083_670, clientKey: 'yana-photo', name: 'Яна Мельник', vpn: [[3, 4.2]] },
  {
    messengerId: 490_715_388,
    clientKey: 'yuri-garage',
    name: 'Юрий Тарасов',
    note: 'Звонить, в мессенджере не отвечает.',
    vpn: [[1, -26]],
  },
  { messengerId: 419_562_047, clientKey: 'zoya-books', name: 'Зоя Калинина', vpn: [[6, 140]] },
  {
    messengerId: 505_883_261,
    clientKey: 'zane-dev',
    name: 'Zane Mitchell',
    tags: ['trial'],
    vpn: [[1, 25.8]],
    traffic: [['residential', 1, 90, 0.64]],
  },
  { messengerId: 462_197_835, clientKey: 'artem-school', name: 'Артём Гусев', tags: ['trial'], vpn: [[1, 26.6]] },
];

/** Dedicated proxies: the days of each purchase, how often they were prolonged, the days left, and their client. */
export const DAY_PROXIES: readonly {
  readonly country: string;
  readonly ipv: IpVersion;
  readonly count: number;
  readonly days: number;
  readonly prolonged: number;
  readonly daysLeft: number;
  /** The client's key; absent if the proxies are not assigned. */
  readonly client?: string;
}[] = [
  { country: 'de', ipv: 4, count: 2, days: 30, prolonged: 3, daysLeft: 0.7, client: 'boris-studio' },
  { country: 'nl', ipv: 4, count: 1, days: 30, prolonged: 1, daysLeft: 2.6, client: 'gleb-ads' },
  { country: 'us', ipv: 3, count: 5, days: 30, prolonged: 2, daysLeft: 6.2, client: 'oliver-tickets' },
  { country: 'gb', ipv: 6, count: 10, days: 30, prolonged: 0, daysLeft: 13.5, client: 'samir-data' },
  { country: 'us', ipv: 4, count: 3, days: 60, prolonged: 1, daysLeft: 24, client: 'mark-seo' },
  { country: 'fr', ipv: 4, count: 1, days: 30, prolonged: 0, daysLeft: -1.4, client: 'vadim-trade' },
  { country: 'kz', ipv: 4, count: 2, days: 90, prolonged: 0, daysLeft: 41, client: 'roman-ads' },
  { country: 'pl', ipv: 3, count: 4, days: 30, prolonged: 0, daysLeft: 19 },
  { country: 'fi', ipv: 6, count: 6, days: 90, prolonged: 0, daysLeft: 66 },
  { country: 'de', ipv: 3, count: 2, days: 14, prolonged: 0, daysLeft: 4.5 },
];

/** Lists: client, pool, countries, number of lines, layout, age in days, and whether it was saved as a file. */
export const DAY_LISTS: readonly (readonly [
  client: string,
  pool: ServicePoolType,
  countries: readonly string[],
  quantity: number,
  formatId: 1 | 2 | 3,
  daysAgo: number,
  isSaved: boolean,
])[] = [
  ['anna-shop', 'residential', ['de', 'nl'], 100, 1, 62.3, true],
  ['anna-shop', 'residential', ['de'], 150, 1, 9.2, true],
  ['boris-studio', 'datacenter', ['us'], 250, 2, 44.5, true],
  ['clara-travel', 'residential', ['de', 'nl'], 50, 1, 27.4, false],
  ['denis-parser', 'residential', ['kz', 'uz'], 200, 2, 31.1, true],
  ['denis-parser', 'datacenter', ['de', 'fr', 'pl'], 500, 1, 5.3, true],
  ['gleb-ads', 'mobile', ['us'], 40, 1, 16.6, false],
  ['igor-crypto', 'residential', ['tr', 'ge'], 30, 2, 12.4, true],
  ['mark-seo', 'datacenter', ['us'], 300, 3, 20.2, true],
  ['oliver-tickets', 'residential', ['gb', 'us'], 250, 1, 6.5, true],
  ['oliver-tickets', 'mobile', ['gb'], 60, 1, 2.2, false],
  ['roman-ads', 'mobile', ['us', 'ca'], 80, 2, 1.1, true],
  ['samir-data', 'datacenter', ['de', 'nl', 'fr', 'gb', 'us'], 500, 2, 3.4, true],
  ['vip', 'residential', ['us'], 120, 1, 0.9, true],
  ['victor-labs', 'residential_premium', ['us', 'gb'], 50, 1, 0.2, false],
];
