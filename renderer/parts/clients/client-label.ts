import type { ClientRow } from '#shared/contract/clients.ts';

/** As much of a client as is needed to name it and to act for it. */
export type NamedClient = Pick<ClientRow, 'id' | 'name' | 'clientKey' | 'messengerId'>;

/** What a person calls the client, where the pair stands beside it; elsewhere it is `clientLabel`. */
export const clientName = (client: NamedClient): string => (client.name === '' ? client.clientKey : client.name);

/** What the service knows the client by. */
export const clientPair = ({ messengerId, clientKey }: NamedClient): string => `${messengerId} · ${clientKey}`;
