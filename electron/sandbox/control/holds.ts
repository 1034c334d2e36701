/** Thrown when the sandbox closes: requests on hold must not be carried out. */
export class ClosedWhileHeld extends Error {
  override readonly name = 'ClosedWhileHeld';
}

interface Held {
  readonly release: () => void;
  readonly abandon: (reason: Error) => void;
}

/** Requests on hold until a test releases them. */
export class Holds {
  #held: Held[] = [];
  #closed = false;
  #watchers: { readonly atLeast: number; readonly resolve: () => void }[] = [];

  get count(): number {
    return this.#held.length;
  }

  /** Resolves when the request is released; rejects with ClosedWhileHeld. */
  hold(): Promise<void> {
    if (this.#closed) return Promise.reject(new ClosedWhileHeld('the sandbox was closed'));
    return new Promise((resolve, reject) => {
      this.#held.push({ release: resolve, abandon: reject });
      const reached = this.#watchers.filter((watcher) => watcher.atLeast <= this.count);
      this.#watchers = this.#watchers.filter((watcher) => !reached.includes(watcher));
      for (const watcher of reached) watcher.resolve();
    });
  }

  /** Resolves as soon as this many requests are on hold, so that tests need not sleep. */
  whenHeld(atLeast: number): Promise<void> {
    if (this.count >= atLeast) return Promise.resolve();
    return new Promise((resolve) => this.#watchers.push({ atLeast, resolve }));
  }

  /** Releases all requests and returns their number. */
  releaseAll(): number {
    const held = this.#held;
    this.#held = [];
    for (const { release } of held) release();
    return held.length;
  }

  /** Abandons all requests on hold, and all later ones. */
  abandonAll(): void {
    this.#closed = true;
    const held = this.#held;
    this.#held = [];
    for (const { abandon } of held) abandon(new ClosedWhileHeld('the sandbox was closed'));
  }
}
