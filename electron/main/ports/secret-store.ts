import type { SecretStore } from '#core/ports.ts';

const SERVICE = 'reseller-desk';

type Keytar = Pick<typeof import('keytar'), 'getPassword' | 'setPassword' | 'deletePassword'>;

interface NativeSecretStore extends SecretStore {
  /** A call has not come back yet: a thread of this process is inside the keychain's library. */
  isBusy(): boolean;
}

/**
 * The OS keychain. keytar is a native module whose library may be missing on this machine, so it is loaded when it is
 * first asked for (docs/decisions/002-keychain.md), and a failure to load is an ordinary rejection: the app starts
 * without it.
 */
export const createSecretStore = (load: () => Promise<Keytar> = loadKeytar): NativeSecretStore => {
  let calls = 0;
  const ask = async <T>(question: (keytar: Keytar) => Promise<T>): Promise<T> => {
    const keytar = await load();
    calls += 1;
    try {
      return await question(keytar);
    } finally {
      calls -= 1;
    }
  };
  return {
    get: (account) => ask((keytar) => keytar.getPassword(SERVICE, account)),
    set: (account, secret) => ask((keytar) => keytar.setPassword(SERVICE, account, secret)),
    delete: (account) => ask((keytar) => keytar.deletePassword(SERVICE, account)),
    isBusy: () => calls > 0,
  };
};

/** A CommonJS module: its functions are on `default` when it is loaded as it is, and beside it when it is bundled. */
const loadKeytar = async (): Promise<Keytar> => {
  const module: Keytar & { readonly default?: Keytar } = await import('keytar');
  return module.default ?? module;
};
