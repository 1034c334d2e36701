import type { SecretStore } from '#core/ports.ts';

/** A keychain in memory. `mode` makes it behave as broken keychains do. */
export interface FakeSecrets extends SecretStore {
  readonly kept: ReadonlyMap<string, string>;
  /** The stored tokens without their addresses, and all other secrets except the marks of desks. */
  tokens(): string[];
  /**
   * How the keychain behaves:
   * - `none`: it refuses every call, as without a Secret Service;
   * - `locked`: it refuses writes, and answers reads with "not there";
   * - `hangs`: no call ever returns until `release` is called;
   * - `lies`: a write seems to work but stores nothing.
   */
  mode: 'works' | 'none' | 'locked' | 'hangs' | 'lies';
  /** Lets every hanging call through, like a user who answers the unlock prompt late. */
  release(): void;
  readonly calls: { get: number; set: number; delete: number };
}

export const createFakeSecrets = (): FakeSecrets => {
  const kept = new Map<string, string>();
  const hanging = new Set<() => void>();
  const calls = { get: 0, set: 0, delete: 0 };

  const through = async (store: FakeSecrets, call: keyof typeof calls): Promise<void> => {
    calls[call] += 1;
    if (store.mode === 'none')
      throw new Error('The name org.freedesktop.secrets was not provided by any .service files');
    if (store.mode === 'locked' && call === 'set') throw new Error('Cannot create an item in a locked collection');
    if (store.mode === 'hangs') await new Promise<void>((resolve) => hanging.add(resolve));
  };

  const store: FakeSecrets = {
    kept,
    tokens: () =>
      [...kept]
        .filter(([name]) => !name.startsWith('desk-mark:'))
        .map(([, text]) => text)
        .map((text) => /"token":"([^"]*)"/.exec(text)?.[1] ?? text),
    calls,
    mode: 'works',
    get: async (account) => {
      await through(store, 'get');
      return store.mode === 'works' ? (kept.get(account) ?? null) : null;
    },
    set: async (account, secret) => {
      await through(store, 'set');
      if (store.mode !== 'lies') kept.set(account, secret);
    },
    delete: async (account) => {
      await through(store, 'delete');
      return kept.delete(account);
    },
    release: () => {
      store.mode = 'works';
      for (const go of hanging) go();
      hanging.clear();
    },
  };
  return store;
};
