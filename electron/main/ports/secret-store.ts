import type { SecretStore } from '#core/ports.ts';

const SERVICE = 'reseller-desk';

type Keytar = Pick<typeof import('keytar'), 'getPassword' | 'setPassword' | 'deletePassword'>;

interface NativeSecretStore extends SecretStore {
  /** Whether a call has not returned yet, so that a thread of this process is inside the keychain's library. */
  isBusy(): boolean;
}

/**
 * Creates a store on the OS keychain. keytar is a native module whose library may be missing on this machine, so it is
 * loaded at the first call (docs/decisions/002-keychain.md). A failed load is an ordinary rejection: the app starts
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

/**
 * keytar is a CommonJS module: loaded directly, its functions are on `default`; bundled, they are on the module itself.
 */
const loadKeytar = async (): Promise<Keytar> => {
  const module: Keytar & { readonly default?: Keytar } = await import('keytar');
  return module.default ?? module;
};
