import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';

export interface FoundAddress {
  readonly address: string;
  readonly family: number;
}

/** The number of simultaneous lookups. More would occupy all threads of the process that also read and write files. */
const AT_ONCE = 2;
const KEPT_MS = 60_000;
const MAX_KEPT = 10_000;

/**
 * Creates a resolver of host names that looks up each name once for all lines that use it. It rejects with the system's
 * error if the name does not exist.
 */
export const createNames = (): ((host: string) => Promise<readonly FoundAddress[]>) => {
  const kept = new Map<string, { readonly until: number; readonly found: Promise<readonly FoundAddress[]> }>();
  const waiting: (() => void)[] = [];
  let busy = 0;

  const ask = async (host: string): Promise<readonly FoundAddress[]> => {
    if (busy >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    else busy += 1;
    try {
      return await lookup(host, { all: true });
    } finally {
      const next = waiting.shift();
      if (next === undefined) busy -= 1;
      else next();
    }
  };

  return (host) => {
    const family = isIP(host);
    if (family !== 0) return Promise.resolve([{ address: host, family }]);
    const now = performance.now();
    const known = kept.get(host);
    if (known !== undefined && known.until > now) return known.found;
    if (kept.size >= MAX_KEPT) kept.clear();
    const found = ask(host);
    kept.set(host, { until: now + KEPT_MS, found });
    return found;
  };
};
