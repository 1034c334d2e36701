import type { CommonDeps } from '#core/context.ts';
import type { FeatureHandlers } from '#core/handlers.ts';

type UpdatesDeps = CommonDeps<'updates' | 'emit'>;

/** Creates the feature that offers newer versions of the app. The port knows how to get one. */
export const createUpdates = ({ updates, emit }: UpdatesDeps) => {
  const stop = updates.onChange((state) => emit('updates.changed', state));
  const handlers: FeatureHandlers<'updates'> = {
    'updates.state': () => updates.state(),
    'updates.check': async () => {
      await updates.check();
      return updates.state();
    },
    'updates.download': () => {
      void updates.download();
      return updates.state();
    },
  };

  return {
    handlers,
    close: stop,
  };
};
