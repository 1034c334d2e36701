import { invalidField } from './refusal.ts';
import type { ServiceClientPair } from './state/model.ts';

/**
 * The fields of one request. Their checks are written from docs/api.md and share no code with the client, so that a
 * mistake cannot hide in both. A JSON body must have the right types; a query string has texts that must parse.
 */
export class Fields {
  readonly #source: 'query' | 'body';
  readonly #values: ReadonlyMap<string, unknown>;

  constructor(source: 'query' | 'body', values: ReadonlyMap<string, unknown>) {
    this.#source = source;
    this.#values = values;
  }

  /** Returns whether the field was sent; `null` in a body counts as not sent. */
  has(name: string): boolean {
    const value = this.#values.get(name);
    return value !== undefined && value !== null;
  }

  /** Returns the value unchecked, for `format_id`, the only field that never fails. */
  raw(name: string): unknown {
    return this.#values.get(name);
  }

  int(name: string): number {
    const value = this.#number(name);
    if (!Number.isSafeInteger(value)) throw invalidField(name, 'must be a whole number');
    return value;
  }

  intOr(name: string, fallback: number): number {
    return this.has(name) ? this.int(name) : fallback;
  }

  /** Returns any finite number. */
  number(name: string): number {
    return this.#number(name);
  }

  intOf<T extends number>(name: string, allowed: readonly T[]): T {
    const value = this.int(name);
    const found = allowed.find((candidate) => candidate === value);
    if (found === undefined) throw invalidField(name, `must be one of ${allowed.join(', ')}`);
    return found;
  }

  /** Returns a text of at least one character. */
  text(name: string): string {
    const value = this.#values.get(name);
    if (value === undefined || value === null) throw invalidField(name, 'is required');
    if (typeof value !== 'string') throw invalidField(name, 'must be a string');
    if (value === '') throw invalidField(name, 'must not be empty');
    return value;
  }

  /** Returns `messenger_id` (any safe integer: groups have negative ids, and some exceed 32 bits) and `client_key`. */
  pair(): ServiceClientPair {
    return { messengerId: this.int('messenger_id'), clientKey: this.text('client_key') };
  }

  textOf<T extends string>(name: string, allowed: readonly T[]): T {
    const value = this.text(name);
    const found = allowed.find((candidate) => candidate === value);
    if (found === undefined) throw invalidField(name, `must be one of ${allowed.join(', ')}`);
    return found;
  }

  textOfOr<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    return this.has(name) ? this.textOf(name, allowed) : fallback;
  }

  flagOr(name: string, fallback: boolean): boolean {
    if (!this.has(name)) return fallback;
    const value = this.#values.get(name);
    if (typeof value !== 'boolean') throw invalidField(name, 'must be true or false');
    return value;
  }

  /** Returns an array of strings in lower case without repetitions; empty if the field is absent. */
  codes(name: string): readonly string[] {
    if (!this.has(name)) return [];
    const value = this.#values.get(name);
    if (!Array.isArray(value)) throw invalidField(name, 'must be an array of strings');
    const codes = value.map((item: unknown) => {
      if (typeof item !== 'string' || item === '') throw invalidField(name, 'must be an array of non-empty strings');
      return item.toLowerCase();
    });
    return [...new Set(codes)];
  }

  someCodes(name: string): readonly string[] {
    const codes = this.codes(name);
    if (codes.length === 0) throw invalidField(name, 'must hold at least 1 value');
    return codes;
  }

  /**
   * Returns proxy ids: an array in a body, a comma-separated list in a query. There must be at least one, and no
   * repetition.
   */
  ids(name: string): readonly number[] {
    const ids = this.#source === 'query' ? this.#idsFromText(name) : this.#idsFromArray(name);
    if (ids.length === 0) throw invalidField(name, 'must hold at least 1 id');
    if (new Set(ids).size !== ids.length) throw invalidField(name, 'must not name a proxy twice');
    return ids;
  }

  #idsFromText(name: string): readonly number[] {
    return this.text(name)
      .split(',')
      .map((part) => {
        const text = part.trim();
        if (!/^\d{1,15}$/.test(text)) throw invalidField(name, 'must be a comma-separated list of whole numbers');
        return Number(text);
      });
  }

  #idsFromArray(name: string): readonly number[] {
    const value = this.#values.get(name);
    if (!Array.isArray(value)) throw invalidField(name, 'must be an array of whole numbers');
    return value.map((item: unknown) => {
      if (typeof item !== 'number' || !Number.isSafeInteger(item)) {
        throw invalidField(name, 'must be an array of whole numbers');
      }
      return item;
    });
  }

  #number(name: string): number {
    const value = this.#values.get(name);
    if (value === undefined || value === null) throw invalidField(name, 'is required');
    if (this.#source === 'body') {
      if (typeof value !== 'number') throw invalidField(name, 'must be a number');
      return value;
    }
    if (typeof value !== 'string' || !/^-?\d{1,20}(\.\d{1,20})?$/.test(value)) {
      throw invalidField(name, 'must be a number');
    }
    return Number(value);
  }
}
