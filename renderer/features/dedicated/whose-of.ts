import type { DedicatedProxy } from '#shared/contract/dedicated.ts';
import { clientLabel } from '#shared/domain/client-label.ts';

/** The client of a proxy, in a text; empty where it is nobody's. */
export const whoseOf = ({ clientName: name, clientKey }: DedicatedProxy): string => clientLabel({ name, clientKey });
