import type { Ports } from '#core/ports.ts';
import { createApiClient } from '#core/service/api/api-client.ts';
import { createPacer } from '#core/service/api/pacer.ts';
import type { Balance } from '#shared/contract/account.ts';
import { DeskError } from '#shared/result.ts';

/**
 * Checks a token by reading the balance once, with a temporary API client, because a token that was not accepted yet says
 * nothing about the connection. Throws `unauthorized`, `forbidden`, `offline`, `timeout`, `rate-limited`, `server`, or
 * `malformed` (code `not-this-api`: another service answers at that address).
 */
export const verifyToken = async (
  { fetch, clock, logger }: Pick<Ports, 'fetch' | 'clock' | 'logger'>,
  baseUrl: string,
  token: string,
): Promise<Balance> => {
  const client = createApiClient({ baseUrl, token, fetch, clock, logger, pacer: createPacer({ clock }) });
  try {
    const { value, receivedAt } = await client.call('balance', {}, { attempts: 1 });
    return { ...value, asOf: receivedAt };
  } catch (error) {
    throw error instanceof DeskError && isForeign(error) ? notThisApi(error) : error;
  }
};

const isForeign = (error: DeskError): boolean => {
  const status = error.details?.status;
  return (
    (error.kind === 'malformed' && error.details?.code !== 'redirected') ||
    (error.kind === 'rejected' && (status === 404 || status === 405 || status === 410))
  );
};

const notThisApi = (error: DeskError): DeskError =>
  new DeskError('malformed', 'Something else than this API answers at the address.', {
    ...error.details,
    code: 'not-this-api',
  });
