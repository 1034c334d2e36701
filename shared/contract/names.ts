import { events, procedures } from './index.ts';

/** The names of the contract. In the bundles they stand alone, without the schemas (electron/dev/contract-names.ts). */
export const PROCEDURE_NAMES: readonly string[] = Object.keys(procedures);
export const EVENT_NAMES: readonly string[] = Object.keys(events);
