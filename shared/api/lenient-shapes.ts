import { z } from 'zod';
import { isRecord, MAX_WIRE_TEXT, readBoolean } from './wire.ts';

/**
 * Readers for answers whose shape the API does not document (whitelist, current password, remove, `updated`). Each
 * accepts any `data`: a bare value, or an object with a plausible key, at the top or one level down. An answer that no
 * reader understands becomes `raw`, so that the user sees it instead of an error.
 */
export interface RawShape {
  readonly kind: 'raw';
  readonly text: string;
}

export type WhitelistShape = { readonly kind: 'ips'; readonly ips: readonly string[] } | RawShape;
export type WirePasswordShape =
  | { readonly kind: 'password'; readonly password: string }
  /** The service answered that there is no password. */
  | { readonly kind: 'none' }
  | RawShape;
type DoneShape =
  | { readonly kind: 'done'; readonly done: boolean }
  /** The service answered without saying whether anything was done. */
  | { readonly kind: 'silent' }
  | RawShape;
type UpdatedShape =
  | { readonly kind: 'ids'; readonly ids: readonly number[] }
  | { readonly kind: 'count'; readonly count: number }
  | RawShape;

const MAX_RAW_LENGTH = 2_000;
const MAX_RAW_DEPTH = 64;
/** The most addresses of a whitelist, or ids of a request: far more than either ever holds. */
const MAX_ITEMS = 10_000;
/** The most fields of an object, or items of a list, that are searched for a nested value. */
const MAX_HOLDERS = 100;
/** The longest possible address: with its mask it is shorter than this. */
const MAX_IP_LENGTH = 64;

const IP_LIST_KEYS = [
  'whitelist',
  'ips',
  'items',
  'ip_addresses',
  'addresses',
  'whitelist_ips',
  'allowed_ips',
  'list',
  'ip',
];
const IP_KEYS = ['ip', 'ip_address', 'address', 'addr', 'value', 'host'];
const PASSWORD_KEYS = [
  'password',
  'current_password',
  'new_password',
  'sub_user_password',
  'subuser_password',
  'pass',
  'value',
];
const ADDED_KEYS = ['added', 'ok', 'success', 'result', 'status', 'done', 'created'];
const REMOVED_KEYS = ['removed', 'deleted', 'ok', 'success', 'result', 'status', 'done'];
const UPDATED_KEYS = ['updated', 'ids', 'items', 'proxies', 'list', 'count'];
const ID_KEYS = ['ids', 'id', 'proxy_id'];
const DONE_WORDS = new Set(['ok', 'done', 'success', 'removed', 'deleted', 'added']);

const ipText = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
const isIp = (text: string): boolean => text.length <= MAX_IP_LENGTH && ipText.safeParse(text).success;

/** Reads `GET /premium/whitelist`: each address once, in the service's order. */
export const readWhitelist = (data: unknown): WhitelistShape => {
  const ips = isNothing(data) ? [] : dig(data, IP_LIST_KEYS, readIps);
  return ips === undefined ? raw(data) : { kind: 'ips', ips: [...new Set(ips)] };
};

/** Reads `GET /premium/password` and `POST /premium/password/reset`. */
export const readPassword = (data: unknown): WirePasswordShape => {
  if (isNothing(data)) return { kind: 'none' };
  const password = dig(data, PASSWORD_KEYS, (value) => {
    if (value === null) return '';
    if (typeof value === 'string') return value.length > MAX_WIRE_TEXT ? undefined : value;
    return typeof value === 'number' ? String(value) : undefined;
  });
  if (password === undefined) return raw(data);
  return password === '' ? { kind: 'none' } : { kind: 'password', password };
};

/** Reads `POST /premium/whitelist/add`. */
export const readAdded = (data: unknown): DoneShape => readDoneShape(data, ADDED_KEYS);

/** Reads `POST /premium/whitelist/remove`. A list of the remaining addresses means success, too. */
export const readRemoved = (data: unknown): DoneShape => readDoneShape(data, REMOVED_KEYS);

/** Reads `POST /dedicated/protocol`: the ids of the switched proxies, or their number. */
export const readUpdatedIds = (data: unknown): UpdatedShape => {
  if (isNothing(data)) return { kind: 'ids', ids: [] };
  if (typeof data === 'number' && Number.isSafeInteger(data)) return { kind: 'count', count: data };
  const found = dig(data, UPDATED_KEYS, (value): UpdatedShape | undefined => {
    if (typeof value === 'number' && Number.isSafeInteger(value)) return { kind: 'count', count: value };
    const ids = readIds(value);
    return ids === undefined ? undefined : { kind: 'ids', ids };
  });
  return found ?? raw(data);
};

const readDoneShape = (data: unknown, keys: readonly string[]): DoneShape => {
  if (isNothing(data)) return { kind: 'silent' };
  const done = dig(data, keys, readDone);
  if (done !== undefined) return { kind: 'done', done };
  return dig(data, IP_LIST_KEYS, readIps) === undefined ? raw(data) : { kind: 'done', done: true };
};

const readDone = (value: unknown): boolean | undefined => {
  if (value === '') return undefined;
  const flag = readBoolean(value);
  if (flag !== undefined) return flag;
  if (typeof value === 'number') return value > 0;
  if (typeof value === 'string') return value.length <= MAX_IP_LENGTH && isDoneWord(value) ? true : undefined;
  return Array.isArray(value) && readIps(value) !== undefined ? true : undefined;
};

const isDoneWord = (text: string): boolean => DONE_WORDS.has(text.toLowerCase()) || isIp(text);

const readIps = (value: unknown): readonly string[] | undefined => {
  if (isNothing(value)) return [];
  if (typeof value === 'string') {
    const parts = partsOf(value);
    return parts?.every(isIp) ? parts : undefined;
  }
  if (Array.isArray(value)) return collect(value, readOneIp);
  if (!isRecord(value)) return undefined;
  const keys = Object.keys(value);
  if (keys.every(isIp)) return keys;
  const one = readOneIp(value);
  if (one !== undefined) return [one];
  return keys.every((key) => /^\d+$/.test(key)) ? collect(Object.values(value), readOneIp) : undefined;
};

const readOneIp = (value: unknown): string | undefined => ipOf(value) ?? fieldOf(value, IP_KEYS, ipOf);

const ipOf = (value: unknown): string | undefined =>
  typeof value === 'string' && isIp(value.trim()) ? value.trim() : undefined;

/** Splits a list written as one text. Returns `undefined` for a text longer than any list of this API. */
const partsOf = (text: string): readonly string[] | undefined =>
  text.length > MAX_ITEMS * MAX_IP_LENGTH ? undefined : text.split(/[\s,;]+/).filter((part) => part !== '');

const readIds = (value: unknown): readonly number[] | undefined => {
  if (isNothing(value)) return [];
  const one = readId(value);
  if (one !== undefined) return [one];
  if (typeof value === 'string') return collect(partsOf(value) ?? [value], readId);
  if (Array.isArray(value)) return collect(value, readOneIdItem);
  if (!isRecord(value)) return undefined;
  const single = readOneIdItem(value);
  return single === undefined ? collect(Object.keys(value), readId) : [single];
};

const readOneIdItem = (value: unknown): number | undefined => readId(value) ?? fieldOf(value, ID_KEYS, readId);

/** Reads a field of a list's item, or of an object nested in it: `{ip}`, `{address: {ip}}`. */
const fieldOf = <T>(item: unknown, keys: readonly string[], read: (value: unknown) => T | undefined): T | undefined => {
  if (!isRecord(item)) return undefined;
  for (const holder of [item, ...Object.values(item).slice(0, MAX_HOLDERS).filter(isRecord)]) {
    for (const key of keys) {
      const found = Object.hasOwn(holder, key) ? read(holder[key]) : undefined;
      if (found !== undefined) return found;
    }
  }
  return undefined;
};

const readId = (value: unknown): number | undefined => {
  const id = typeof value === 'string' && /^-?\d{1,16}$/.test(value.trim()) ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : undefined;
};

/** Reads all of the items, or returns `undefined`: a partly understood list would look complete. */
const collect = <Item, T>(items: readonly Item[], read: (item: Item) => T | undefined): T[] | undefined => {
  if (items.length > MAX_ITEMS) return undefined;
  const found: T[] = [];
  for (const item of items) {
    const value = read(item);
    if (value === undefined) return undefined;
    found.push(value);
  }
  return found;
};

/** Looks for a readable value: under the plausible keys, in the value itself, then the same one level down. */
const dig = <T>(data: unknown, keys: readonly string[], read: (value: unknown) => T | undefined): T | undefined => {
  const top = byKey(data, keys, read);
  if (top !== undefined) return top;
  const inner = Array.isArray(data) ? data : isRecord(data) ? Object.values(data) : [];
  for (const value of inner.slice(0, MAX_HOLDERS)) {
    if (!isRecord(value) && !Array.isArray(value)) continue;
    const found = isNothing(value) ? undefined : byKey(value, keys, read);
    if (found !== undefined) return found;
  }
  return undefined;
};

const byKey = <T>(data: unknown, keys: readonly string[], read: (value: unknown) => T | undefined): T | undefined => {
  if (!isRecord(data)) return read(data);
  for (const key of keys) {
    if (!Object.hasOwn(data, key)) continue;
    const found = read(data[key]);
    if (found !== undefined) return found;
  }
  return read(data);
};

const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isRecord(value) && Object.keys(value).length === 0);

const raw = (data: unknown): RawShape => {
  const text = typeof data === 'string' ? data : excerptOf(data, MAX_RAW_LENGTH, 0);
  return { kind: 'raw', text: text.slice(0, MAX_RAW_LENGTH) };
};

/**
 * Returns the beginning of a value as JSON, at least `room` characters if it is that long. Replaces values nested too
 * deeply by `…`.
 */
const excerptOf = (value: unknown, room: number, depth: number): string => {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, room));
  if (typeof value !== 'object' || value === null) return String(value);
  if (depth > MAX_RAW_DEPTH) return '…';
  const parts: string[] = [];
  let left = room;
  for (const key of Object.keys(value)) {
    if (left <= 0) break;
    const name = Array.isArray(value) ? '' : `${JSON.stringify(key.slice(0, room))}:`;
    const part = name + excerptOf((value as Readonly<Record<string, unknown>>)[key], left - name.length, depth + 1);
    parts.push(part);
    left -= part.length + 1;
  }
  const inner = parts.join(',');
  return Array.isArray(value) ? `[${inner}]` : `{${inner}}`;
};
