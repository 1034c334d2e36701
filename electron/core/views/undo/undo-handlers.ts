import type { DeskContext } from '#core/context.ts';
import type { FeatureHandlers } from '#core/handlers.ts';

/** The requests for changes that are kept for a day, and for those that only this start of the app can undo. */
export const undoHandlers = ({ deeds, undos, session }: DeskContext): FeatureHandlers<'undo'> => ({
  'undo.list': (page) => deeds.page(session.accountId(), page),
  'undo.takeBack': async ({ undoId }) => {
    const accountId = session.accountId();
    const taken = await deeds.takeBack(accountId, undoId);
    if (taken.count + taken.left > 0) return taken;
    return { count: await undos.takeBack(accountId, undoId), left: 0 };
  },
});
