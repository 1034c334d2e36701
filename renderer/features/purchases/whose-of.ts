import type { Purchase } from '#shared/contract/purchases.ts';
import { clientLabel } from '#shared/domain/client-label.ts';

/** The client of a purchase, in a text; empty where it is nobody's. */
export const whoseOf = ({ clientName: name, clientKey, messengerId }: Purchase): string =>
  clientLabel({ name, clientKey: clientKey ?? '', messengerId });
