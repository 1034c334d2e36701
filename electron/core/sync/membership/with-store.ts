import { randomUUID } from 'node:crypto';
import type { CommonDeps } from '#core/context.ts';
import { openStore } from '#core/sync/store/open-store.ts';
import type { SharedStore } from '#core/sync/store/shared-store.ts';

/**
 * Connects to the store of a desk for one piece of work, and disconnects afterwards. Over this connection, this
 * computer is not a member of the desk.
 */
export const withStore = async <T>(
  deps: CommonDeps<'clock' | 'logger'>,
  where: { readonly connection: string; readonly deskId: string },
  look: (store: SharedStore) => Promise<T>,
): Promise<T> => {
  const { clock, logger } = deps;
  const store = openStore({ ...where, computerId: randomUUID(), clock, logger, onChange: () => {} });
  try {
    return await look(store);
  } finally {
    store.close();
  }
};
