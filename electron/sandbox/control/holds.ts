/** The sandbox is closing: what was held must not be carried out. */
export class ClosedWhileHeld extends Error {
  override readonly name = 'ClosedWhileHeld';
}

interface Held {
  readonly release: () => void;
  readonly abandon: (reason: Error) => void;
}

/** Requests that stand still until a test lets them go. */
export class Holds {
  #held: Held[] = [];
  #closed = false;
  #watchers: { readonly atLeast: number; readonly resolve: () => void }[] = [];

  get count(): number {
    return this.#held.length;
  }

  /** Resolves when released; rejects with ClosedWhileHeld. */
  hold(): Promise<void> {
    if (this.#closed) return Promise.reject(new ClosedWhileHeld('the sandbox was closed'));
    return new Promise((resolve, reject) => {
      this.#held.push({ release: resolve, abandon: reject });
      const reached = this.#watchers.filter((watcher) => watcher.atLeast <= this.count);
      this.#watchers = this.#watchers.filter((watcher) => !reached.includes(watcher));
      for (const watcher of reached) watcher.resolve();
    });
  }

  /** Resolves as soon as that many stand still: a test's way to know without sleeping. */
  whenHeld(atLeast: number): Promise<void> {
    if (this.count >= atLeast) return Promise.resolve();
    return new Promise((resolve) => this.#watchers.push({ atLeast, resolve }));
  }

  /** Lets everything go, and says how many that were. */
  releaseAll(): number {
    const held = this.#held;
    this.#held = [];
    for (const { release } of held) release();
    return held.length;
  }

  /** For good: whatever comes to be held after this is abandoned, too. */
  abandonAll(): void {
    this.#closed = true;
    const held = this.#held;
    this.#held = [];
    for (const { abandon } of held) abandon(new ClosedWhileHeld('the sandbox was closed'));
  }
}
