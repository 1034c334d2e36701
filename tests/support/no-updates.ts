import type { UpdatePort } from '#core/ports.ts';

/** The updates of an app that is not packaged: there is nothing to update. */
export const noUpdates: UpdatePort = {
  state: () => ({
    status: 'off',
    reason: 'development',
    version: null,
    percent: null,
    checkedAt: null,
    failed: null,
  }),
  check: async () => {},
  download: async () => {},
  onChange: () => () => {},
};
