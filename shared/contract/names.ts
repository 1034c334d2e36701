import { events, procedures } from './index.ts';

/** The names of the contract. The bundles contain them without the schemas (electron/dev/contract-names.ts). */
export const PROCEDURE_NAMES: readonly string[] = Object.keys(procedures);
export const EVENT_NAMES: readonly string[] = Object.keys(events);
