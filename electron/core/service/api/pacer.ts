import type { Clock } from '#core/ports.ts';

/** The order in which requests leave: charges, then requests that the user waits for, then background refreshes. */
export const PRIORITIES = ['money', 'interactive', 'background'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** Spaces out the requests of one account, because the service's rate limit is not documented. */
export interface Pacer {
  /** Resolves when the request may leave. Rejects with the signal's reason when aborted in the queue. */
  acquire(priority: Priority, signal?: AbortSignal): Promise<void>;
  /** An answer came: recover a little of the speed. */
  succeeded(): void;
  /** 429 or 503: halve the speed, and hold everything for as long as the service asked (milliseconds). */
  throttled(retryAfterMs?: number): void;
  /** The user's setting, in requests per second. */
  setRate(requestsPerSecond: number): void;
  /** Requests per second at this moment. */
  currentRate(): number;
  waiting(): number;
}

interface Waiter {
  readonly priority: Priority;
  readonly go: () => void;
}

const DEFAULT_REQUESTS_PER_SECOND = 2;
const SLOWEST_SHARE = 1 / 16;
const RECOVERY_SHARE = 1 / 20;
const LONGEST_HOLD_MS = 30_000;
/** Several answers of one burst are one reason to slow down. */
const ONE_BURST_MS = 1_000;

/** Creates the pacer of one account. */
export const createPacer = ({
  clock,
  requestsPerSecond = DEFAULT_REQUESTS_PER_SECOND,
}: {
  readonly clock: Clock;
  readonly requestsPerSecond?: number;
}): Pacer => {
  let fullRate = requestsPerSecond;
  let rate = fullRate;
  let lastStart = Number.NEGATIVE_INFINITY;
  let heldFrom = Number.NEGATIVE_INFINITY;
  let heldUntil = Number.NEGATIVE_INFINITY;
  let slowedAt = Number.NEGATIVE_INFINITY;
  let pumping = false;
  const queue: Waiter[] = [];

  /** A clock set back must not freeze the queue: a start or a hold in the future does not count. */
  const waitMs = (now: number): number => {
    const interval = 1_000 / rate;
    const sinceStart = now - lastStart;
    const spacing = sinceStart < 0 ? interval : interval - sinceStart;
    const hold = now < heldFrom ? 0 : heldUntil - now;
    return Math.max(0, spacing, hold);
  };

  const takeNext = (): Waiter | undefined => {
    for (const priority of PRIORITIES) {
      const index = queue.findIndex((waiter) => waiter.priority === priority);
      if (index >= 0) return queue.splice(index, 1)[0];
    }
    return undefined;
  };

  const pump = async (): Promise<void> => {
    if (pumping) return;
    pumping = true;
    while (queue.length > 0) {
      const wait = waitMs(clock.now());
      if (wait > 0) {
        await clock.sleep(Math.ceil(wait));
        if (clock.now() < lastStart) lastStart = Number.NEGATIVE_INFINITY;
        continue;
      }
      lastStart = clock.now();
      takeNext()?.go();
    }
    pumping = false;
  };

  return {
    acquire: (priority, signal) =>
      new Promise<void>((resolve, reject) => {
        if (signal?.aborted === true) {
          reject(signal.reason);
          return;
        }
        const leave = () => {
          queue.splice(queue.indexOf(waiter), 1);
          reject(signal?.reason);
        };
        const waiter: Waiter = {
          priority,
          go: () => {
            signal?.removeEventListener('abort', leave);
            resolve();
          },
        };
        signal?.addEventListener('abort', leave, { once: true });
        queue.push(waiter);
        void pump();
      }),
    succeeded: () => {
      rate = Math.min(fullRate, rate + fullRate * RECOVERY_SHARE);
    },
    throttled: (retryAfterMs = 0) => {
      const now = clock.now();
      heldFrom = now;
      heldUntil = Math.max(heldUntil, now + Math.min(retryAfterMs, LONGEST_HOLD_MS));
      if (now - slowedAt < ONE_BURST_MS && now >= slowedAt) return;
      slowedAt = now;
      rate = Math.max(fullRate * SLOWEST_SHARE, rate / 2);
    },
    setRate: (requests) => {
      const share = rate / fullRate;
      fullRate = requests;
      rate = requests * share;
    },
    currentRate: () => rate,
    waiting: () => queue.length,
  };
};
