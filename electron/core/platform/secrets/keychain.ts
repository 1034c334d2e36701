import { randomUUID } from 'node:crypto';
import type { Ports } from '#core/ports.ts';
import type { KeychainState } from '#shared/contract/account.ts';

const TIME_LIMIT_MS = 5_000;

type Reason = KeychainState['reason'];

class TimeLimitError extends Error {}

export type Keychain = ReturnType<typeof createKeychain>;

/**
 * Wraps the OS keychain: no call takes longer than five seconds, and none of them throws. The system may ask the user for
 * a password when a secret is written, so nothing is written before there is a secret to keep.
 */
export const createKeychain = ({ secrets, clock, logger }: Pick<Ports, 'secrets' | 'clock' | 'logger'>) => {
  let onChange = (): void => {};
  let state: KeychainState = { available: false, reason: 'not-checked' };
  let proving: Promise<KeychainState> | null = null;
  let looking: Promise<void> | null = null;
  /** Secrets that could not be stored while the keychain did not answer, by account. */
  const waiting = new Map<string, () => Promise<void>>();

  const become = (reason: Reason): KeychainState => {
    if (state.reason !== reason) {
      state = { available: reason === 'ok', reason };
      logger.info('keychain', { reason });
      onChange();
    }
    return state;
  };

  /**
   * Runs a call with a time limit. A native call that hangs cannot be stopped. If it returns after all, for example
   * because the user has entered the password that the system asked for, the keychain is tested again.
   */
  const limited = async <T>(work: () => Promise<T>, onLate: (value: T) => void): Promise<T> => {
    const timer = new AbortController();
    let isLate = false;
    const running = work();
    running.then(
      (value) => {
        if (!isLate) return;
        // Must come first, otherwise `attempt` would refuse the calls that `onLate` makes.
        become('not-checked');
        onLate(value);
        void storeWaiting();
      },
      (error: unknown) => {
        if (isLate) become(reasonOf(error));
      },
    );
    const limit = clock.sleep(TIME_LIMIT_MS, timer.signal).then(() => {
      isLate = true;
      throw new TimeLimitError();
    });
    // It is aborted when the work is done in time, and then nobody awaits it.
    limit.catch(() => {});
    try {
      return await Promise.race([running, limit]);
    } finally {
      timer.abort();
    }
  };

  const prove = async (): Promise<KeychainState> => {
    const account = `probe-${randomUUID()}`;
    const secret = randomUUID();
    try {
      const kept = await limited(
        async () => {
          await secrets.set(account, secret);
          const isThere = (await secrets.get(account)) === secret;
          await secrets.delete(account);
          return isThere && (await secrets.get(account)) === null;
        },
        () => {},
      );
      return become(kept ? 'ok' : 'failed');
    } catch (error) {
      return become(reasonOf(error));
    }
  };

  /**
   * Tests once per run that a secret can be stored, for which the system may ask the user for a password. Concurrent
   * callers share one test.
   */
  const probe = async (): Promise<KeychainState> => {
    await looking;
    if (state.reason === 'ok' || state.reason === 'timeout') return state;
    proving ??= prove().finally(() => {
      proving = null;
    });
    return proving;
  };

  const attempt = async <T>(work: () => Promise<T>, otherwise: T, onLate: (value: T) => void): Promise<T> => {
    // A hanging call blocks one thread of the pool; several would stop the app's file and database work.
    if (state.reason === 'timeout') return otherwise;
    try {
      return await limited(work, onLate);
    } catch (error) {
      become(reasonOf(error));
      return otherwise;
    }
  };

  /** Stores what had to wait for a keychain that now works. */
  const storeWaiting = async (): Promise<void> => {
    if (waiting.size === 0 || !(await probe()).available) return;
    const stores = [...waiting.values()];
    waiting.clear();
    for (const store of stores) await store();
  };

  /** Asks for a secret that nobody has stored. No system asks the user anything for that. */
  const look = async (): Promise<void> => {
    try {
      await limited(
        () => secrets.get(`probe-${randomUUID()}`),
        () => {},
      );
      logger.info('the keychain answers');
    } catch (error) {
      become(reasonOf(error));
    }
  };

  return {
    state: (): KeychainState => state,
    /**
     * Notes once per run whether the keychain is missing or hangs, without a question to the user. Only `probe` shows
     * that it can store a secret. Never rejects.
     */
    look: (): Promise<void> => {
      if (state.reason === 'not-checked' && proving === null) looking ??= look();
      return looking ?? Promise.resolve();
    },
    /** Sets the only listener, which is called when the state changes. */
    follow: (listener: () => void): void => {
      onChange = listener;
    },
    probe,
    /** Returns `null` if there is no such secret or the keychain cannot be read; `state()` tells which. */
    read: (account: string): Promise<string | null> =>
      attempt(
        () => secrets.get(account),
        null,
        () => {},
      ),
    /**
     * Stores a secret and returns whether it was stored. If the keychain answers too late, the secret is stored all the
     * same: then `onLate` is called, so that the caller can delete a secret that nothing refers to.
     */
    save: async (account: string, secret: string, onLate: () => void): Promise<boolean> => {
      const store = (): Promise<boolean> =>
        attempt(
          async () => {
            await secrets.set(account, secret);
            return (await secrets.get(account)) === secret;
          },
          false,
          onLate,
        );
      waiting.delete(account);
      const { available, reason } = await probe();
      if (available) return store();
      if (reason === 'timeout')
        waiting.set(account, async () => {
          if (await store()) onLate();
        });
      return false;
    },
    /** Deletes a secret as far as possible. Failures are logged without its name. */
    forget: async (account: string): Promise<void> => {
      waiting.delete(account);
      await attempt(
        () => secrets.delete(account),
        false,
        () => {},
      );
    },
  };
};

const LOCKED = /locked|dismissed|unlock|authoriz|not allowed|interaction/i;
const MISSING =
  /not provided by any \.service|ServiceUnknown|unsupported transport|D-?Bus|autolaunch|not available|cannot find module|could not connect|no such (file|secret|interface|object)|libsecret/i;

/**
 * Derives the reason from the error's message, because the platforms provide nothing else. An unknown message is
 * `failed`: the app behaves the same and only explains less.
 */
const reasonOf = (error: unknown): Reason => {
  if (error instanceof TimeLimitError) return 'timeout';
  const message = error instanceof Error ? error.message : String(error);
  if (LOCKED.test(message)) return 'locked';
  return MISSING.test(message) ? 'missing' : 'failed';
};
