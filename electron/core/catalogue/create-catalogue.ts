import type { DeskContext } from '#core/context.ts';
import type { Runs } from '#core/engine/create-runs.ts';
import { createClients } from './clients/clients-handlers.ts';
import type { FileMoney } from './clients/file-money.ts';
import { createDedicated } from './dedicated/dedicated-handlers.ts';
import { layoutsHandlers } from './layouts/layouts-handlers.ts';
import { createDragOut } from './lists/drag-out.ts';
import { createLists } from './lists/lists-handlers.ts';
import { createPremium } from './premium/premium-handlers.ts';
import { savedFiltersHandlers } from './saved-filters/saved-filters-handlers.ts';
import { createVpn } from './vpn/vpn-handlers.ts';

export type CatalogueLayer = ReturnType<typeof createCatalogueLayer>;

/** Creates the layer that keeps the clients, their goods, and the lists made for them. */
export const createCatalogueLayer = (context: DeskContext, runs: Runs, money: FileMoney) => {
  const clients = createClients({
    ...context,
    ...runs,
    dismissRuns: runs.dismiss,
    money,
  });
  const premium = createPremium(context);
  const dedicated = createDedicated({ ...context, ...runs });
  const vpn = createVpn(context);
  const dragOut = createDragOut(context);
  const lists = createLists({ ...context, runs: runs.engine, dragOut });

  return {
    clients,
    dedicated,
    lists,
    /** The stores of goods that a purchase reads and writes. */
    stores: { db: context.db, premium: premium.service, dedicated: dedicated.store, vpn: vpn.service },
    handlers: {
      ...clients.handlers,
      ...premium.handlers,
      ...dedicated.handlers,
      ...vpn.handlers,
      ...lists.handlers,
      ...layoutsHandlers({ ...context, dragOut }),
      ...savedFiltersHandlers(context),
    },
    close: lists.clearOutgoing,
  };
};
