import type { FormatId } from '#shared/contract/lists.ts';

/** The layouts in the API's own words (docs/api.md#limits), because resellers look for these words in any language. */
export const FORMAT_LAYOUTS: Readonly<Record<FormatId, string>> = {
  1: 'hostname:port:login:password',
  2: 'login:password@hostname:port',
  3: 'hostname:port',
};
