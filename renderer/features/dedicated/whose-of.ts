import type { DedicatedProxy } from '#shared/contract/dedicated.ts';
import { clientLabel } from '#shared/domain/client-label.ts';

/** The client of a proxy, in a text; empty where it is nobody's. */
export const whoseOf = ({ clientName, clientKey, messengerId }: DedicatedProxy): string =>
  clientLabel({ name: clientName, clientKey, messengerId });
