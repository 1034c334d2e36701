import type { PremiumService } from '#core/catalogue/premium/premium-handlers.ts';
import type { VpnService } from '#core/catalogue/vpn/vpn-handlers.ts';
import type { CallOptions } from '#core/service/api/call.ts';

interface ClientToRead {
  readonly clientId: number;
  readonly accountId: string;
  /**
   * A whitelist read before this time (ms since the epoch, UTC) is read again. One that was never read is not read
   * here.
   */
  readonly whitelistBefore: number;
}

/**
 * Reads the data of one client, with lower priority than everything that a user waits for. Readings that succeed are
 * stored even if another one fails; then the most serious error is thrown.
 */
export const readClient = async (
  { vpn, premium }: { readonly vpn: VpnService; readonly premium: PremiumService },
  { clientId, accountId, whitelistBefore }: ClientToRead,
  signal: AbortSignal,
): Promise<void> => {
  const options: CallOptions = { priority: 'background', signal };
  const parts = await Promise.allSettled([
    vpn.refresh(clientId, accountId, options),
    premium.refreshBalance(clientId, accountId, options),
    premium.readOldWhitelist(clientId, accountId, whitelistBefore, options),
  ]);
  const errors = parts.flatMap((part) => (part.status === 'rejected' ? [part.reason as unknown] : []));
  if (errors.length > 0) throw worstOf(errors);
};

/** The order of seriousness: an error that stops or delays the whole run comes before one of a single client. */
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
