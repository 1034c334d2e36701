import type { KeptError } from '#shared/contract/kept-error.ts';
import type { StandingTopic } from '#shared/domain/alert-texts.ts';
import type { Alerts } from '../alerts/alerts-handlers.ts';
import type { StoredOrder } from './standing-repository.ts';

interface Told {
  readonly asks: number;
  /** Of what it asks about: something newer is told anew. */
  readonly newestAsk: number;
  readonly failed: number;
  readonly error: KeptError | null;
  /** What it waits for is a purchase that nobody may ever know of, or a run that stands. */
  readonly isStuck: boolean;
}

export interface StandingAlerts {
  /** What there is to tell of an order now; what there was before and is over goes. */
  put(order: StoredOrder, told: Told): void;
  tellDesktop(): void;
  /** The order is gone, or switched off. */
  drop(order: Pick<StoredOrder, 'id' | 'accountId'>): void;
}

/** One alert of each order for what it asks, and one for what keeps it. */
export const createStandingAlerts = (alerts: Pick<Alerts, 'putStanding' | 'tell'>): StandingAlerts => ({
  put: ({ id, accountId, name, action: { kind }, hindrance }, { asks, newestAsk, failed, error, isStuck }) => {
    const about = { orderId: id, name, kind };
    const nothing = { count: 0, newest: 0, missingKopecks: 0, purchaseId: null, runId: null, words: '' };
    // What it waits for is mostly over soon: what it asked is not asked anew then.
    if (hindrance?.code !== 'held') {
      const topic = hindrance?.code === 'alone' || hindrance?.code === 'unproven' ? hindrance.code : 'ask';
      const ask = { ...about, ...nothing, topic, count: asks, newest: newestAsk } as const;
      alerts.putStanding(accountId, `${id} ask`, asks === 0 ? null : ask);
    }
    const trouble = ((): ({ topic: StandingTopic } & Partial<typeof nothing>) | null => {
      switch (hindrance?.code) {
        case 'restored':
          return { topic: 'restored' };
        case 'balance':
          return { topic: 'balance', missingKopecks: hindrance.missingKopecks };
        case 'cap':
          return { topic: 'cap' };
        case 'failed':
          return { topic: 'failed', words: hindrance.error.details?.serviceMessage ?? '' };
        case 'held':
          // What is under way is over by itself.
          return isStuck ? { topic: 'held' } : null;
        default:
          return failed === 0 ? null : { topic: 'failed', count: failed, words: error?.details?.serviceMessage ?? '' };
      }
    })();
    const held = hindrance?.code === 'held' ? { purchaseId: hindrance.purchaseId, runId: hindrance.runId } : {};
    alerts.putStanding(
      accountId,
      `${id} trouble`,
      trouble === null ? null : { ...about, ...nothing, ...held, ...trouble },
    );
  },
  tellDesktop: () => void alerts.tell(),
  drop: ({ id, accountId }) => {
    alerts.putStanding(accountId, `${id} ask`, null);
    alerts.putStanding(accountId, `${id} trouble`, null);
  },
});
