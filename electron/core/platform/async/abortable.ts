/**
 * Waits until the callback that `begin` receives is called, or rejects with the signal's reason once the signal is
 * aborted. In both cases the function that `begin` returned is called, to release what the wait set up (a timer, a
 * listener).
 */
export const abortable = (signal: AbortSignal | undefined, begin: (wake: () => void) => () => void): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason);
      return;
    }
    const end = (): void => {
      letGo();
      signal?.removeEventListener('abort', stop);
    };
    const stop = (): void => {
      end();
      reject(signal?.reason);
    };
    const letGo = begin(() => {
      end();
      resolve();
    });
    signal?.addEventListener('abort', stop, { once: true });
  });
