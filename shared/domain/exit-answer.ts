import { parseIpAddress } from './ip-address.ts';

/** The characters of an answer that are searched; answers that contain an address have it near the beginning. */
const MAX_READ = 16_384;

const KEYED_ADDRESS =
  /["'\n\r,{ ;]?(?:ip|query|origin|ip_?addr(?:ess)?|address)["']?\s{0,5}[:=]\s{0,5}["']?([0-9a-f:.]{3,45})/gi;
const KEYED_COUNTRY =
  /\b(?:country_?code|country_?iso|country|cc|loc)["']?\s{0,5}[:=]\s{0,5}["']?([a-z]{2})(?![\w.-])/gi;
/** Codes that services return for an unknown country. */
const NO_COUNTRY = new Set(['XX', 'ZZ', 'T1']);

const firstAddress = (candidates: Iterable<string>): string | null => {
  for (const candidate of candidates) {
    const parsed = parseIpAddress(candidate);
    if (parsed.ok) return parsed.ip;
  }
  return null;
};

/**
 * Finds the first address in a plain-text or JSON answer: `203.0.113.7`, `{"ip": "…"}`, `{"origin": "…, …"}`, `ip=…`.
 */
export const readAddress = (body: string): string | null => {
  const text = body.slice(0, MAX_READ);
  const keyed = [...text.matchAll(KEYED_ADDRESS)].map((match) => match[1] ?? '');
  return firstAddress(keyed) ?? firstAddress(text.match(/[0-9a-f:.]{3,45}/gi) ?? []);
};

/** Finds the country in such an answer, as two capital letters; returns `null` if there is none. */
export const readCountry = (body: string): string | null => {
  for (const match of body.slice(0, MAX_READ).matchAll(KEYED_COUNTRY)) {
    const code = (match[1] ?? '').toUpperCase();
    if (!NO_COUNTRY.has(code)) return code;
  }
  return null;
};
