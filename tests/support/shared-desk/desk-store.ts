import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Clock, LogFields } from '#core/ports.ts';
import { openStore } from '#core/sync/store/open-store.ts';
import { EMPTY_HASH } from '#core/sync/store/schema.ts';
import type { Head, SealedChange, SharedStore } from '#core/sync/store/shared-store.ts';
import { realClock } from '../real-clock.ts';

export const EMPTY: Head = { seq: 0, hash: EMPTY_HASH };

export const nextHead = (head: Head, sealed: Uint8Array): Head => ({
  seq: head.seq + 1,
  hash: createHash('sha256').update(head.hash).update(sealed).digest(),
});

/** Returns the head to which these changes lead; throws if one does not follow the one before. */
export const chained = (from: Head, changes: readonly SealedChange[]): Head =>
  changes.reduce((head, { seq, sealed }) => {
    if (seq !== head.seq + 1) throw new Error(`${seq} does not follow ${head.seq}`);
    return nextHead(head, sealed);
  }, from);

export interface OpenedStore {
  readonly store: SharedStore;
  readonly id: string;
  /** How often it was notified. */
  woken(): number;
  readonly logged: readonly string[];
  changed(): number;
}

const opened = new Set<SharedStore>();

export const openTestStore = (
  connection: string,
  deskId: string,
  { id = randomUUID(), clock = realClock }: { readonly id?: string; readonly clock?: Clock } = {},
): OpenedStore => {
  const logged: string[] = [];
  let changed = 0;
  let woken = 0;
  const log = (message: string, fields?: LogFields): void => void logged.push(`${message} ${JSON.stringify(fields)}`);
  const store = openStore({
    connection,
    deskId,
    computerId: id,
    clock,
    logger: { info: log, warn: log, error: log },
    onChange: () => {
      changed += 1;
    },
  });
  opened.add(store);
  store.onWake(() => {
    woken += 1;
  });
  return { store, id, woken: () => woken, logged, changed: () => changed };
};

export const closeStores = (): void => {
  for (const store of opened) store.close();
  opened.clear();
};

/** Appends as a computer does: while others are faster, it reads on and tries again. Returns the number of tries. */
export const appendOne = async (
  store: SharedStore,
  start: Head,
  sealed = randomBytes(300),
): Promise<[Head, number]> => {
  let head = start;
  for (let tries = 1; ; tries += 1) {
    const next = nextHead(head, sealed);
    const answer = await store.append(head, sealed, next);
    if (answer.appended) return [next, tries];
    if (answer.head === null) throw new Error('the desk is gone');
    head = answer.head;
  }
};
