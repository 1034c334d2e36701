import { randomUUID } from 'node:crypto';
import type { CommonDeps } from '#core/context.ts';
import { openPlace } from '#core/sync/store/open-place.ts';
import type { SharedStore } from '#core/sync/store/place.ts';

/** One look at a desk that this computer is no member of by that way: the connection is closed again afterwards. */
export const lookAt = async <T>(
  deps: CommonDeps<'clock' | 'logger'>,
  where: { readonly connection: string; readonly deskId: string },
  look: (place: SharedStore) => Promise<T>,
): Promise<T> => {
  const { clock, logger } = deps;
  const place = openPlace({ ...where, computerId: randomUUID(), clock, logger, onChange: () => {} });
  try {
    return await look(place);
  } finally {
    place.close();
  }
};
