import type { Fields } from './fields.ts';
import type { ClientPair } from './state/model.ts';

/** `messenger_id` (any safe integer: groups have negative ones, and 32 bits are not enough) and `client_key`. */
export const readPair = (fields: Fields): ClientPair => ({
  messengerId: fields.int('messenger_id'),
  clientKey: fields.text('client_key'),
});
