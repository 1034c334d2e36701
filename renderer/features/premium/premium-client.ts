import type { ClientRow } from '#shared/contract/clients.ts';

export type PremiumClient = Pick<ClientRow, 'id' | 'name' | 'clientKey' | 'messengerId'>;

/** What a person calls the client: the name, or the key where there is none. */
export const clientLabel = (client: PremiumClient): string => (client.name === '' ? client.clientKey : client.name);
