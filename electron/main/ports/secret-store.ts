import type { SecretStore } from '#core/ports.ts';

const SERVICE = 'reseller-desk';

type Keytar = Pick<typeof import('keytar'), 'getPassword' | 'setPassword' | 'deletePassword'>;

/**
 * The OS keychain. keytar is a native module whose library may be missing on this machine, so it is loaded when it is
 * first asked for, and a failure to load is an ordinary rejection: the app starts without it (DESIGN 5).
 */
export const createSecretStore = (load: () => Promise<Keytar> = loadKeytar): SecretStore => ({
  get: async (account) => (await load()).getPassword(SERVICE, account),
  set: async (account, secret) => (await load()).setPassword(SERVICE, account, secret),
  delete: async (account) => (await load()).deletePassword(SERVICE, account),
});

/** A CommonJS module: its functions are on `default` when it is loaded as it is, and beside it when it is bundled. */
const loadKeytar = async (): Promise<Keytar> => {
  const module: Keytar & { readonly default?: Keytar } = await import('keytar');
  return module.default ?? module;
};
