/**
 * A cache that drops the least recently used entries once the sum of the weights exceeds `maxWeight`. The newest entry
 * always stays.
 */
interface Lru<V> {
  get(key: string): V | undefined;
  set(key: string, value: V, weight: number): void;
  delete(key: string): void;
}

export const createLru = <V>(maxWeight: number): Lru<V> => {
  // A Map iterates in insertion order, so the first key is the one not used for longest.
  const entries = new Map<string, { readonly value: V; readonly weight: number }>();
  let total = 0;

  const drop = (key: string): void => {
    total -= entries.get(key)?.weight ?? 0;
    entries.delete(key);
  };

  return {
    get: (key) => {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set: (key, value, weight) => {
      drop(key);
      entries.set(key, { value, weight });
      total += weight;
      for (const oldest of entries.keys()) {
        if (total <= maxWeight || oldest === key) break;
        drop(oldest);
      }
    },
    delete: drop,
  };
};
