import fc from 'fast-check';
import type { Order } from '#shared/contract/purchases.ts';
import type { Fate } from './model-service.ts';

const KINDS = ['vpn-buy', 'vpn-renew', 'traffic', 'dedicated'] as const;
export type Kind = (typeof KINDS)[number];

export const PATH_OF: Readonly<Record<Kind, string>> = {
  'vpn-buy': '/vpn/buy',
  'vpn-renew': '/vpn/renew',
  traffic: '/premium/traffic/buy',
  dedicated: '/dedicated/buy',
};

/** One step of a history: an action of the user, of a colleague, or of the world around the app. */
export type Step =
  /**
   * The user asks for a price and agrees to it at once. Only with `despite` does the user also agree despite open purchases
   * of the same goods.
   */
  | {
      readonly do: 'buy';
      readonly kind: Kind;
      readonly fate: Fate;
      readonly factor: number;
      readonly lateMs: number;
      readonly despite: boolean;
    }
  /** The user asks for a price and agrees to it later, no matter what happened in between. */
  | { readonly do: 'ask'; readonly kind: Kind }
  | { readonly do: 'agree'; readonly fate: Fate; readonly despite: boolean }
  | { readonly do: 'colleague'; readonly kind: Kind }
  | { readonly do: 'lag'; readonly sumMs: number; readonly listMs: number }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'look' | 'refresh' | 'restart' | 'reboot' }
  | { readonly do: 'set-clock'; readonly ms: number };

const MINUTE = 60_000;

const fate = fc.constantFrom<Fate>(
  ...([
    'answered',
    'answered',
    'lost',
    'vanished',
    'late',
    'refused',
    'refused-and-charged',
    'failed-and-charged',
  ] as const),
);
const kind = fc.constantFrom(...KINDS);
const lateMs = fc.constantFrom(20_000, 45_000, 100_000, 10 * MINUTE);
const lagMs = fc.constantFrom(0, 0, 30_000, 2 * MINUTE);
const factor = fc.constantFrom(1, 1, 1, 0.999_99, 0.9, 1.1);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('buy' as const), kind, fate, factor, lateMs, despite: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('ask' as const), kind }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('agree' as const), fate, despite: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('colleague' as const), kind }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lag' as const), sumMs: lagMs, listMs: lagMs }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(5_000, 77_000, 16 * MINUTE, 3 * 60 * MINUTE, 25 * 60 * MINUTE),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('look' as const, 'refresh' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('restart' as const, 'reboot' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('set-clock' as const),
      ms: fc.constantFrom(-3_600_000, 3_600_000, 40 * 86_400_000),
    }),
  },
);

export const history: fc.Arbitrary<readonly Step[]> = fc.array(step, { minLength: 2, maxLength: 12 });

export const orderOf = (wanted: Kind, clientId: number, uuid: string): Order => {
  switch (wanted) {
    case 'vpn-buy':
      return { kind: 'vpn-buy', clientId, periodMonths: 1 };
    case 'vpn-renew':
      return { kind: 'vpn-renew', clientId, uuid, periodMonths: 1 };
    case 'traffic':
      return { kind: 'traffic', clientId, poolType: 'mobile', gb: 2 };
    case 'dedicated':
      return { kind: 'dedicated', clientId, ipv: 4, countryCode: 'de', period: 30, count: 1 };
  }
};
