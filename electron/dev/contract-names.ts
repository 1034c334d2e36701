import type { Plugin } from 'vite';
import * as names from '#shared/contract/names.ts';

/**
 * Replaces the contract in a bundle by its names, because the preload must not load a validator into the page's
 * process.
 */
export const contractNames = (): Plugin => ({
  name: 'contract-names',
  load: (id) =>
    id.endsWith('/shared/contract/names.ts')
      ? Object.entries(names)
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
          .join('\n')
      : null,
});
