import type { StandingAlert } from '#shared/contract/alerts.ts';
import type { StoredError } from '#shared/contract/kept-error.ts';
import type { KeptOrder } from './stored-order.ts';

interface OrderSummary {
  readonly asks: number;
  /** Of what it asks about: something newer is told anew. */
  readonly newestAsk: number;
  readonly failed: number;
  readonly error: StoredError | null;
  /** What it waits for is a purchase that nobody may ever know of, or a run that stands. */
  readonly isStuck: boolean;
}

export interface StandingAlerts {
  /** What there is to tell of an order now; what there was before and is over goes. */
  put(order: KeptOrder, told: OrderSummary): void;
  /** The same of one that does nothing now, or asks nothing. */
  putStill(order: KeptOrder): void;
  tellDesktop(): void;
  /** The order is gone, or switched off. */
  drop(order: Pick<KeptOrder, 'id' | 'accountId'>): void;
}

/** One alert of a standing order. `newest`: what it asks about, so that something newer is told anew. */
export interface StandingNews extends StandingAlert {
  readonly newest: number;
}

/** Where they are shown and told; views/alerts provides it. */
export interface AlertBoard {
  /** What a standing order tells now, by a subject of its own; `null`: nothing any more. */
  putStanding(accountId: string, subject: string, news: StandingNews | null): void;
  /** Tells the desktop what waits to be told, when it may. Never rejects. */
  tell(): Promise<void>;
}

type News = Omit<StandingNews, 'orderId' | 'name' | 'kind'>;
type Said = Pick<News, 'topic'> & Partial<News>;

const NOTHING: OrderSummary = { asks: 0, newestAsk: 0, failed: 0, error: null, isStuck: false };

/** One alert of each order for what it asks, one for what keeps it, and one for terms that do not hold. */
export const createStandingAlerts = (alerts: AlertBoard): StandingAlerts => {
  const put = (order: KeptOrder, { asks, newestAsk, failed, error, isStuck }: OrderSummary): void => {
    const { id, accountId, name, action, flaw, overruled } = order;
    const hindrance = flaw === null ? order.hindrance : ({ code: flaw } as const);
    const about = { orderId: id, name, kind: action?.kind ?? null };
    const nothing: Omit<News, 'topic'> = {
      count: 0,
      newest: 0,
      missingKopecks: 0,
      purchaseId: null,
      runId: null,
      words: '',
    };
    // What it waits for is mostly over soon: what it asked is not asked anew then.
    if (hindrance?.code !== 'blocked') {
      const topic = hindrance?.code === 'alone' || hindrance?.code === 'unproven' ? hindrance.code : 'ask';
      const ask = { ...about, ...nothing, topic, count: asks, newest: newestAsk } as const;
      alerts.putStanding(accountId, `${id} ask`, asks === 0 ? null : ask);
    }
    const trouble = ((): Said | null => {
      switch (hindrance?.code) {
        case 'restored':
        case 'damaged':
        case 'newer':
        case 'mixed':
          return { topic: hindrance.code };
        case 'insufficient-balance':
          return { topic: 'balance', missingKopecks: hindrance.missingKopecks };
        case 'month-cap':
          return { topic: 'cap' };
        case 'failed':
          return { topic: 'failed', words: hindrance.error.details?.serviceMessage ?? '' };
        case 'blocked':
          // What is under way is over by itself.
          return isStuck ? { topic: 'held' } : null;
        default:
          return failed === 0 ? null : { topic: 'failed', count: failed, words: error?.details?.serviceMessage ?? '' };
      }
    })();
    const held = hindrance?.code === 'blocked' ? { purchaseId: hindrance.purchaseId, runId: hindrance.runId } : {};
    const tell = (subject: string, told: Said | null): void =>
      alerts.putStanding(accountId, subject, told === null ? null : { ...about, ...nothing, ...told });
    tell(`${id} trouble`, trouble === null ? null : { ...held, ...trouble });
    tell(`${id} terms`, overruled.length === 0 ? null : { topic: 'overruled' });
  };
  return {
    put,
    putStill: (order) => put(order, NOTHING),
    tellDesktop: () => void alerts.tell(),
    drop: ({ id, accountId }) => {
      for (const about of ['ask', 'trouble', 'terms']) alerts.putStanding(accountId, `${id} ${about}`, null);
    },
  };
};
