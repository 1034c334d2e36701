/**
 * A wait that ends when `begin`'s callback is called, or with the signal's reason once that is aborted. What `begin`
 * returns is called at either end, to let go of what the wait has begun.
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
