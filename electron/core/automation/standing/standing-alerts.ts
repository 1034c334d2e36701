import type { StandingAlert } from '#shared/contract/alerts.ts';
import type { StoredError } from '#shared/contract/stored-error.ts';
import type { StoredOrder } from './stored-order.ts';

interface OrderSummary {
  readonly asks: number;
  /** The id of the newest item that it asks about. The user is alerted again about a newer one. */
  readonly newestAsk: number;
  readonly failed: number;
  readonly error: StoredError | null;
  /**
   * The order waits for a purchase whose outcome may never be known, or for a run that does not continue on its own.
   */
  readonly isStuck: boolean;
}

export interface StandingAlerts {
  /** Sets the alerts of an order as it is now, and takes back those that are over. */
  put(order: StoredOrder, told: OrderSummary): void;
  /** Does the same for an order that does nothing now, or asks nothing. */
  putStill(order: StoredOrder): void;
  notifyDesktop(): void;
  /** Takes back all alerts of an order, because it was removed, or switched on or off. */
  drop(order: Pick<StoredOrder, 'id' | 'accountId'>): void;
}

/** An alert of a standing order. `newest`: the id of the newest item it asks about; a newer one is reported again. */
export interface StandingNews extends StandingAlert {
  readonly newest: number;
}

/** The place that shows alerts and notifies the desktop of them. Provided by views/alerts. */
export interface AlertBoard {
  /** Sets the alert of a standing order about one subject; `null` takes it back. */
  putStanding(accountId: string, subject: string, news: StandingNews | null): void;
  /** Notifies the desktop of the alerts that are waiting, if it may. Never rejects. */
  notifyDesktop(): Promise<void>;
}

type News = Omit<StandingNews, 'orderId' | 'name' | 'kind'>;
type Said = Pick<News, 'topic'> & Partial<News>;

const NOTHING: OrderSummary = { asks: 0, newestAsk: 0, failed: 0, error: null, isStuck: false };

/**
 * Creates the alerts of standing orders. An order has up to three: about the items it asks about, about the reason that
 * keeps it from continuing, and about terms that were overruled.
 */
export const createStandingAlerts = (alerts: AlertBoard): StandingAlerts => {
  const put = (order: StoredOrder, { asks, newestAsk, failed, error, isStuck }: OrderSummary): void => {
    const { id, accountId, name, action, flaw, overruled } = order;
    const blockedReason = flaw === null ? order.blockedReason : ({ code: flaw } as const);
    const about = { orderId: id, name, kind: action?.kind ?? null };
    const nothing: Omit<News, 'topic'> = {
      count: 0,
      newest: 0,
      missingKopecks: 0,
      purchaseId: null,
      runId: null,
      words: '',
    };
    // The block is usually over soon. The question stays until then, so that the user is not asked twice.
    if (blockedReason?.code !== 'blocked') {
      const topic = blockedReason?.code === 'alone' || blockedReason?.code === 'unproven' ? blockedReason.code : 'ask';
      const ask = { ...about, ...nothing, topic, count: asks, newest: newestAsk } as const;
      alerts.putStanding(accountId, `${id} ask`, asks === 0 ? null : ask);
    }
    const trouble = ((): Said | null => {
      switch (blockedReason?.code) {
        case 'restored':
        case 'damaged':
        case 'newer':
        case 'mixed':
          return { topic: blockedReason.code };
        case 'insufficient-balance':
          return { topic: 'insufficient-balance', missingKopecks: blockedReason.missingKopecks };
        case 'month-cap':
          return { topic: 'month-cap' };
        case 'failed':
          return { topic: 'failed', words: blockedReason.error.details?.serviceMessage ?? '' };
        case 'blocked':
          // A purchase that is under way ends on its own.
          return isStuck ? { topic: 'blocked' } : null;
        default:
          return failed === 0 ? null : { topic: 'failed', count: failed, words: error?.details?.serviceMessage ?? '' };
      }
    })();
    const blocking =
      blockedReason?.code === 'blocked' ? { purchaseId: blockedReason.purchaseId, runId: blockedReason.runId } : {};
    const tell = (subject: string, told: Said | null): void =>
      alerts.putStanding(accountId, subject, told === null ? null : { ...about, ...nothing, ...told });
    tell(`${id} trouble`, trouble === null ? null : { ...blocking, ...trouble });
    tell(`${id} terms`, overruled.length === 0 ? null : { topic: 'overruled' });
  };
  return {
    put,
    putStill: (order) => put(order, NOTHING),
    notifyDesktop: () => void alerts.notifyDesktop(),
    drop: ({ id, accountId }) => {
      for (const about of ['ask', 'trouble', 'terms']) alerts.putStanding(accountId, `${id} ${about}`, null);
    },
  };
};
