import type { SharedDeskState } from '#shared/contract/shared-desk.ts';

/** The parts of the state of a shared desk about which nothing is known without a connection to its database. */
export const UNCONNECTED = {
  wakes: 'offline',
  computers: [],
  unpublished: 0,
  progress: null,
  asOf: null,
  restoredAt: null,
  aside: [],
  clockMs: null,
  hasClone: false,
} satisfies Partial<Exclude<SharedDeskState, { readonly status: 'none' }>>;
