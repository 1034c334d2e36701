import type { PremiumService } from '#core/catalogue/premium/premium-handlers.ts';
import type { VpnService } from '#core/catalogue/vpn/vpn-handlers.ts';
import type { CallOptions } from '#core/service/api/call.ts';

interface ClientToRead {
  readonly clientId: number;
  readonly accountId: string;
  /** A whitelist that was read before this is read again; ms since the epoch, UTC. One never read is nobody's wish. */
  readonly whitelistBefore: number;
}

type ReadClient = (client: ClientToRead, signal: AbortSignal) => Promise<void>;

/**
 * Reads what is known of one client, behind everything that somebody waits for. What could be read is kept even when
 * another part fails; then it throws the error that says the most.
 */
export const createReadClient =
  (services: { readonly vpn: VpnService; readonly premium: PremiumService }): ReadClient =>
  async ({ clientId, accountId, whitelistBefore }, signal) => {
    const { vpn, premium } = services;
    const options: CallOptions = { priority: 'background', signal };
    const parts = await Promise.allSettled([
      vpn.read(clientId, accountId, options),
      premium.readBalance(clientId, accountId, options),
      premium.readOldWhitelist(clientId, accountId, whitelistBefore, options),
    ]);
    const errors = parts.flatMap((part) => (part.status === 'rejected' ? [part.reason as unknown] : []));
    if (errors.length > 0) throw worstOf(errors);
  };

/** An error that ends or delays the whole run matters more than one that concerns a single client. */
const TELLING = [
  'unauthorized',
  'signed-out',
  'keychain',
  'storage',
  'offline',
  'rate-limited',
  'timeout',
  'cancelled',
];

const kindOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'kind' in error ? String(error.kind) : '';

const worstOf = (errors: readonly unknown[]): unknown =>
  errors.find((error) => kindOf(error) === '') ??
  TELLING.flatMap((kind) => errors.filter((error) => kindOf(error) === kind))[0] ??
  errors[0];
