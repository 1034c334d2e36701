import type { KeyObject } from 'node:crypto';
import type { AppUpdater } from 'electron-updater';
import { GenericProvider } from 'electron-updater/out/providers/GenericProvider.js';
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js';
import { isSignedBy, NOT_OURS } from './signature.ts';

/** A feed of which the system verifies nothing, and the key that its manifest must be signed with. */
export interface SignedFeed {
  readonly url: string;
  readonly key: KeyObject;
}

type ProviderClass = new (options: unknown, updater: AppUpdater, runtime: ProviderRuntimeOptions) => GenericProvider;

/**
 * A manifest counts only with the signature that lies beside it. It has the hash of the file, which electron-updater
 * compares: so nothing is installed that the holder of the key has not signed for.
 */
export const signedProvider = ({ url, key }: SignedFeed): ProviderClass =>
  class extends GenericProvider {
    constructor(_options: unknown, updater: AppUpdater, runtime: ProviderRuntimeOptions) {
      super({ provider: 'generic', url }, updater, runtime);
    }

    /** Only ever asks for the manifest. */
    protected override async httpRequest(address: URL): Promise<string | null> {
      const beside = new URL(address);
      beside.pathname += '.sig';
      const manifest = await super.httpRequest(address);
      const signature = await super.httpRequest(beside).catch(noneIfMissing);
      if (manifest !== null && signature !== null && isSignedBy(key, manifest, signature)) return manifest;
      throw Object.assign(new Error('The manifest of the update is not signed with our key.'), { name: NOT_OURS });
    }
  };

/** A feed without a signature was answered; one that cannot be reached was not. */
const noneIfMissing = (error: unknown): null => {
  if (error instanceof Error && Reflect.get(error, 'statusCode') === 404) return null;
  throw error;
};
