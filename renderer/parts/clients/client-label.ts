import type { ClientRow } from '#shared/contract/clients.ts';

/** The fields of a client that are needed to name the client and to act for them. */
export type NamedClient = Pick<ClientRow, 'id' | 'name' | 'clientKey' | 'messengerId'>;

/** The pair by which the service identifies the client. */
export const clientPair = ({ messengerId, clientKey }: NamedClient): string => `${messengerId} · ${clientKey}`;
