import type { PracticeDay, PracticeOrder } from '#shared/domain/practice-day.ts';
import { clientIdOf } from './past-service.ts';

/** The reseller's prices in roubles: traffic per GB, proxies per proxy. */
const PRICES: readonly (readonly [product: string, roubles: number, client?: string])[] = [
  ['vpn 1', 299],
  ['vpn 3', 799],
  ['vpn 6', 1_490],
  ['vpn 12', 2_690],
  ['traffic residential', 390],
  ['traffic residential', 340, 'vip'],
  ['traffic datacenter', 89],
  ['traffic datacenter', 79, 'samir-data'],
  ['traffic mobile', 590],
  ['traffic residential_premium', 690],
  ['dedicated 3 any 14', 45],
  ['dedicated 3 any 30', 89],
  ['dedicated 4 any 30', 249],
  ['dedicated 4 any 60', 449],
  ['dedicated 4 any 90', 620],
  ['dedicated 6 any 30', 25],
  ['dedicated 6 any 90', 60],
];

/** Returns the reseller's prices. */
export const dayPrices = (): PracticeDay['prices'] =>
  PRICES.map(([product, roubles, client]) => ({
    product,
    kopecks: roubles * 100,
    client: client === undefined ? null : clientIdOf(client),
  }));

/**
 * Returns the standing orders: one that starts to buy tomorrow, and two that ask. `at` is their creation time in ms
 * since the epoch, UTC.
 */
export const dayOrders = (at: number): readonly PracticeOrder[] => [
  {
    name: 'VIP',
    at,
    targets: { tag: 'VIP' },
    mode: 'ask',
    action: { kind: 'vpn-renew', periodMonths: 1, daysBefore: 2 },
    ceilingKopecks: 250_00,
    monthCapKopecks: null,
    hours: null,
  },
  {
    name: 'Crawlers',
    at,
    targets: { clients: ['samir-data', 'oliver-tickets'].map(clientIdOf) },
    mode: 'ask',
    action: { kind: 'traffic', poolType: 'residential', gb: 10, belowGb: 1 },
    ceilingKopecks: 3_000_00,
    monthCapKopecks: 15_000_00,
    hours: null,
  },
  {
    name: '',
    at,
    targets: { clients: ['yana-photo', 'maria-tutor', 'vera-blog'].map(clientIdOf) },
    mode: 'do',
    action: { kind: 'vpn-renew', periodMonths: 1, daysBefore: 3 },
    ceilingKopecks: 250_00,
    monthCapKopecks: 2_000_00,
    hours: { from: '09:00', to: '21:00' },
  },
];
