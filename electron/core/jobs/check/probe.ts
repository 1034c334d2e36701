import { once } from 'node:events';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, rootCertificates, type TLSSocket } from 'node:tls';
import { canonicalIp } from '#core/catalogue/premium/ip-ranges.ts';
import { readAddress, readCountry } from '#shared/domain/exit-answer.ts';
import { createNames } from './names.ts';
import { type AskedProxy, clientOver, openSocket, openTunnel, type TunnelDestination } from './tunnel.ts';
import { CheckRefusal, type Probed, type Stage, timedOutAt, verdictOf } from './verdict.ts';

/** The request that is sent through all proxies of a check, and its limits. */
export interface ProbeOrder {
  /** An https address, requested through each proxy with GET. */
  readonly address: string;
  readonly timeoutMs: number;
  /** A first byte later than this counts as slow. */
  readonly slowMs: number;
  /** A certificate (PEM) that is trusted in addition to the usual ones. */
  readonly ca: string | null;
  /** The address through which all proxies are reached; `null` if each has its own. */
  readonly gateway: { readonly host: string; readonly port: number } | null;
}

/**
 * The number of bytes read from an answer. Address and country are at its beginning, and the rest would use up bought
 * traffic.
 */
const MAX_BODY = 16_384;
const HTTPS = 443;
const HEADERS = { accept: 'application/json, text/plain;q=0.9, */*;q=0.1', 'user-agent': 'Mozilla/5.0' };

const failed = { connectMs: null, firstByteMs: null, exitIp: null, exitCountry: null };

const readSome = async (body: AsyncIterable<Buffer>): Promise<string> => {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body) {
    parts.push(part);
    bytes += part.length;
    if (bytes >= MAX_BODY) break;
  }
  return Buffer.concat(parts).subarray(0, MAX_BODY).toString('utf8');
};

type Probe = (proxy: AskedProxy, signal: AbortSignal) => Promise<Probed | null>;

/**
 * Creates the function that requests the address through a proxy, once. It resolves with `null` if the result says
 * nothing about the proxy, because this computer had no socket left. It rejects if the signal is aborted. It always
 * closes its sockets.
 */
export const createProbe = ({ address, timeoutMs, slowMs, ca, gateway }: ProbeOrder): Probe => {
  const url = new URL(address);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const destination: TunnelDestination = { host, port: url.port === '' ? HTTPS : Number(url.port) };
  // Listed explicitly, so that no environment variable adds certificates.
  const secureContext = createSecureContext({ ca: ca === null ? [...rootCertificates] : [...rootCertificates, ca] });
  const addressesOf = createNames();

  const openTls = async (socket: Socket): Promise<TLSSocket> => {
    const secure = connectTls({
      socket,
      secureContext,
      ALPNProtocols: ['http/1.1'],
      // Set explicitly, so that no environment variable can switch it off.
      rejectUnauthorized: true,
      ...(isIP(host) === 0 ? { servername: host } : { host }),
    });
    // A close without an error would otherwise leave this waiting.
    const closed = once(secure, 'close').then(() => {
      throw new CheckRefusal('dead', 'reset');
    });
    secure.once('error', () => {});
    await Promise.race([once(secure, 'secureConnect'), closed]);
    closed.catch(() => {});
    secure.on('error', () => {});
    return secure;
  };

  const ask = async (proxy: AskedProxy, socket: Socket, opened: Promise<void>, reach: (stage: Stage) => void) => {
    const begun = performance.now();
    const elapsed = (): number => Math.round(performance.now() - begun);
    await opened;
    reach('proxy');
    await openTunnel(socket, proxy, destination);
    const connectMs = elapsed();
    reach('answer');
    const secure = await openTls(socket);
    let firstByteMs = 0;
    secure.once('readable', () => {
      firstByteMs = elapsed();
    });
    const client = clientOver(url.origin, secure);
    try {
      const { statusCode, body } = await client.request({
        method: 'GET',
        path: `${url.pathname}${url.search}`,
        headers: HEADERS,
      });
      const text = await readSome(body);
      const exit = readAddress(text);
      const times = { connectMs, firstByteMs };
      const exitFields = { exitIp: exit === null ? null : canonicalIp(exit), exitCountry: readCountry(text) };
      if (statusCode >= 400) return { state: 'refused', reason: 'site', ...times, ...exitFields } as const;
      return { state: firstByteMs > slowMs ? 'slow' : 'alive', reason: null, ...times, ...exitFields } as const;
    } finally {
      void client.destroy().catch(() => {});
      secure.destroy();
    }
  };

  return async (proxy, signal) => {
    let addresses: Awaited<ReturnType<typeof addressesOf>>;
    try {
      addresses = await addressesOf(gateway?.host ?? proxy.host);
    } catch {
      return { state: 'dead', reason: 'name', ...failed };
    }
    signal.throwIfAborted();
    const { socket, opened } = openSocket(addresses, gateway?.port ?? proxy.port);
    let stage: Stage = 'connect';
    let stop: (error: Error) => void = () => {};
    const stopped = new Promise<never>((_, reject) => {
      stop = reject;
    });
    const limit = setTimeout(() => stop(timedOutAt(stage)), timeoutMs);
    const onAbort = (): void => stop(signal.reason);
    signal.addEventListener('abort', onAbort);
    try {
      const asked = ask(proxy, socket, opened, (reached) => {
        stage = reached;
      });
      return await Promise.race([asked, stopped]);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      const verdict = verdictOf(error);
      return verdict === null ? null : { ...verdict, ...failed };
    } finally {
      clearTimeout(limit);
      signal.removeEventListener('abort', onAbort);
      socket.destroy();
    }
  };
};
