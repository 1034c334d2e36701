import type { KeyObject } from 'node:crypto';
import type { AppUpdater } from 'electron-updater';
import { GenericProvider } from 'electron-updater/out/providers/GenericProvider.js';
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js';
import { isSignedBy, NOT_OURS } from './signature.ts';

/** A feed that the system does not verify, with the key that must have signed its manifest. */
export interface SignedFeed {
  readonly url: string;
  readonly key: KeyObject;
}

type ProviderClass = new (options: unknown, updater: AppUpdater, runtime: ProviderRuntimeOptions) => GenericProvider;

/**
 * Creates a feed provider that accepts a manifest only with a valid signature from the file beside it. The manifest
 * contains the hash of the update, which electron-updater compares. So nothing is installed that the holder of the key
 * has not signed.
 */
export const signedProvider = ({ url, key }: SignedFeed): ProviderClass =>
  class extends GenericProvider {
    constructor(_options: unknown, updater: AppUpdater, runtime: ProviderRuntimeOptions) {
      super({ provider: 'generic', url }, updater, runtime);
    }

    /** electron-updater requests only the manifest through this method. */
    protected override async httpRequest(address: URL): Promise<string | null> {
      const beside = new URL(address);
      beside.pathname += '.sig';
      const manifest = await super.httpRequest(address);
      const signature = await super.httpRequest(beside).catch(noneIfMissing);
      if (manifest !== null && signature !== null && isSignedBy(key, manifest, signature)) return manifest;
      throw Object.assign(new Error('The manifest of the update is not signed with our key.'), { name: NOT_OURS });
    }
  };

/** A missing signature (404) counts as "not signed"; an unreachable feed is an error of the connection. */
const noneIfMissing = (error: unknown): null => {
  if (error instanceof Error && Reflect.get(error, 'statusCode') === 404) return null;
  throw error;
};
