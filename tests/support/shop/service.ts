import { startSandbox } from '#sandbox/index.ts';
import { type ControlClient, createControlClient } from '../control-client.ts';
import type { ServiceBooks } from '../kills/kill-counts.ts';
import { startStranger } from '../stranger/service.ts';
import type { Dialect, Reply } from '../stranger/types.ts';

const CHARGES = ['/vpn/buy', '/vpn/renew', '/dedicated/buy', '/dedicated/prolong', '/premium/traffic/buy'] as const;
const BALANCE_RUB = 10_000_000;
const DAY = 86_400_000;
/**
 * The service's clock runs this far behind, so that goods bought for a month end soon enough to fall due for a standing
 * order at once, and no longer fall due once they are renewed.
 */
const CLOCK_SHIFT_MS = -5 * DAY;

/** One of the two test services, as a shop needs it. */
export interface ShopService {
  readonly name: string;
  readonly baseUrl: string;
  readonly token: string;
  readonly books: ServiceBooks;
  /** Loses the request or the answer of one of the next charges. Returns where it got lost. */
  loseCharge(random: () => number): Promise<string>;
  /** Stops losing charges. */
  calm(): Promise<void>;
  close(): Promise<void>;
}

const pick = <T>(from: readonly T[], random: () => number): T => from[Math.floor(random() * from.length)] as T;

const openSandbox = async (): Promise<ShopService> => {
  const sandbox = await startSandbox({ stateDir: null, control: true, withPast: false, seed: 1 });
  const control: ControlClient = createControlClient(sandbox.controlUrl ?? '');
  await control.setBalance(BALANCE_RUB);
  await control.setClockShift(CLOCK_SHIFT_MS);
  return {
    name: 'sandbox',
    baseUrl: sandbox.baseUrl,
    token: sandbox.token,
    books: control,
    loseCharge: async (random) => {
      const when = pick(['before-commit', 'after-commit', 'mid-answer'] as const, random);
      const match = { method: 'POST', path: pick(CHARGES, random) } as const;
      await control.addFaults({ match, times: 1, fault: { kind: 'drop', when } });
      return `charge lost ${when}`;
    },
    calm: control.clearFaults,
    close: sandbox.close,
  };
};

/** Only the answer contains the ids of the bought proxies. */
const idsIn = ({ body }: Reply): readonly number[] => {
  const { data } = body as { readonly data?: { readonly proxies?: readonly { readonly ids: number }[] } };
  return (data?.proxies ?? []).map(({ ids }) => ids);
};

const openStranger = async (dialect: Dialect): Promise<ShopService> => {
  const losing = new Map<string, 'drop' | 'half'>();
  const bought = new Map<object, readonly number[]>();
  const service = await startStranger({
    dialect,
    balanceKopecks: BALANCE_RUB * 100,
    clockShiftMs: CLOCK_SHIFT_MS,
    disturb: ({ path }, reply) => {
      const charge = service.books.charges.at(-1);
      if (path === '/dedicated/buy' && reply.status === 200 && charge !== undefined) bought.set(charge, idsIn(reply));
      const how = losing.get(path);
      losing.delete(path);
      return how ?? reply;
    },
  });
  const books = async () => ({
    entries: service.books.charges.map((charge) => ({
      endpoint: `POST ${charge.path}`,
      kopecks: charge.kopecks,
      ids: (bought.get(charge) ?? []).map(String),
    })),
  });
  return {
    name: `stranger, ${dialect}`,
    baseUrl: service.baseUrl,
    token: service.token,
    books: { books, proxies: async () => [...bought.values()].flat().map((ids) => ({ ids })) },
    loseCharge: async (random) => {
      const how = pick(['drop', 'half'] as const, random);
      losing.set(pick(CHARGES, random), how);
      return `charge lost, ${how}`;
    },
    calm: async () => losing.clear(),
    close: service.close,
  };
};

/** The seed decides which service it is. */
export const openShopService = (seed: number): Promise<ShopService> =>
  [openSandbox, () => openStranger('verbose'), () => openStranger('terse')][seed % 3]?.() ?? openSandbox();
