import { networkInterfaces } from 'node:os';
import type { CommonDeps } from '#core/context.ts';
import { readResponseBody } from '#core/service/api/transport.ts';
import { readAddress } from '#shared/domain/exit-answer.ts';
import { canonicalIp, isLinkLocal, isPublicIp } from './ip-ranges.ts';

export interface MyAddress {
  readonly ip: string;
  readonly source: 'lookup' | 'interface';
  readonly isPublic: boolean;
}

interface AddressDeps extends CommonDeps<'fetch' | 'clock'> {
  /** The user's setting; empty for no lookup. */
  readonly lookupUrl: () => string;
  readonly interfaces?: typeof networkInterfaces;
}

const LOOKUP_LIMIT_MS = 5_000;
/** In bytes; an address is at the beginning or not there. */
const MAX_ANSWER = 10_000;

/**
 * Returns the addresses by which the service may see this machine: first the one seen from the internet, then the
 * machine's own. A lookup that fails or takes longer than 5 s is skipped. The token is not sent with it.
 */
export const findMyAddresses = async (deps: AddressDeps): Promise<readonly MyAddress[]> => {
  const lookedUp = await lookUp(deps);
  const found = new Map<string, MyAddress>();
  const add = (ip: string, source: MyAddress['source']) => {
    const canonical = canonicalIp(ip);
    if (!found.has(canonical)) found.set(canonical, { ip: canonical, source, isPublic: isPublicIp(canonical) });
  };
  if (lookedUp !== null) add(lookedUp, 'lookup');
  for (const list of Object.values((deps.interfaces ?? networkInterfaces)())) {
    for (const { address, internal } of list ?? []) {
      if (!internal && !isLinkLocal(address)) add(address, 'interface');
    }
  }
  const rank = (address: MyAddress) => (address.source === 'lookup' ? 0 : address.isPublic ? 1 : 2);
  return [...found.values()].toSorted((a, b) => rank(a) - rank(b));
};

const lookUp = async ({ fetch, clock, lookupUrl }: AddressDeps): Promise<string | null> => {
  const url = safeUrl(lookupUrl());
  if (url === null) return null;
  const stop = new AbortController();
  const done = new AbortController();
  const limit = clock.sleep(LOOKUP_LIMIT_MS, done.signal).then(
    () => stop.abort(),
    () => undefined,
  );
  const ask = async (): Promise<string | null> => {
    const response = await fetch(url, {
      redirect: 'error',
      credentials: 'omit',
      headers: { Accept: 'text/plain, application/json' },
      signal: stop.signal,
    });
    if (response.ok) return readAddress((await readResponseBody(response, stop.signal, MAX_ANSWER)).text);
    void response.body?.cancel().catch(() => undefined);
    return null;
  };
  try {
    return await Promise.race([ask(), limit.then(() => null)]);
  } catch {
    return null;
  } finally {
    done.abort();
    stop.abort();
  }
};

/** Accepts only https or this machine itself, because an answer over plain HTTP could come from anyone. */
const safeUrl = (text: string): string | null => {
  if (!URL.canParse(text.trim())) return null;
  const url = new URL(text.trim());
  const loopback = ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && loopback) ? url.href : null;
};
