import type { CatalogueLayer } from '#core/catalogue/create-catalogue.ts';
import type { DeskContext } from '#core/context.ts';
import type { DeskMark } from '#core/platform/copies/desk-mark.ts';
import type { DataFolder } from '#core/platform/sqlite/data-folder.ts';
import type { ServiceLayer } from '#core/service/create-service.ts';
import { createAlerts } from './alerts/alerts-handlers.ts';
import { createBackup } from './backup/backup-handlers.ts';
import { createHandover } from './handover/handover-handlers.ts';
import { createOverview } from './overview/overview-handlers.ts';
import { createPractice } from './practice/practice.ts';
import { diagnostics } from './system/diagnostics.ts';
import { createSystem } from './system/system-handlers.ts';
import type { Trouble } from './system/troubles.ts';
import { createTrash, type TrashDeps } from './trash/trash-handlers.ts';
import { createUndoHandlers } from './undo/undo-handlers.ts';

export type ViewsLayer = ReturnType<typeof createViewsLayer>;

interface Below {
  readonly service: ServiceLayer;
  readonly catalogue: CatalogueLayer;
}

interface ViewsDeps {
  readonly folder: DataFolder;
  readonly mark: DeskMark;
  /** Closes this desk, lets `bring` put another database in its place, and opens a desk on that. */
  readonly replace: (bring: () => Promise<void>) => Promise<void>;
  /** The errors and warnings since the start of the app. */
  readonly troubles: () => readonly Trouble[];
  readonly changes: TrashDeps['changes'];
}

/** What brings things of several features together: overview, alerts, hand-over, trash, undo, backup, the app itself. */
export const createViewsLayer = (context: DeskContext, { service, catalogue }: Below, deps: ViewsDeps) => {
  const { account, connection } = service;
  const { folder, mark, replace, troubles, changes } = deps;

  const overview = createOverview({ ...context, countProxies: catalogue.dedicated.countByExpiry });
  const alerts = createAlerts({ ...context, cover: overview.cover });
  const handover = createHandover({ ...context, clientEvents: catalogue.clientEvents });
  const backup = createBackup({ ...context, folder, replace: () => replace(folder.replace) });
  const trash = createTrash({
    ...context,
    things: { client: catalogue.clients.trash, list: catalogue.lists.trash },
    changes,
    clockAheadMs: connection.clockAheadMs,
  });
  const system = createSystem({
    ...folder,
    ...context,
    mark,
    restore: (name) => replace(() => folder.restore(name)),
    diagnostics: (versions) =>
      diagnostics({
        ...context,
        versions,
        troubles,
        notice: folder.notice,
        slowStatements: folder.slowStatements,
        accounts: account.state,
        connection: connection.status,
      }),
  });

  return {
    alerts,
    practice: createPractice({ ...context, stores: catalogue.stores }),
    trash,
    handlers: {
      ...overview.handlers,
      ...alerts.handlers,
      ...handover.handlers,
      ...backup.handlers,
      ...trash.handlers,
      ...createUndoHandlers(context),
      ...system.handlers,
    },
    close: async (): Promise<void> => {
      await alerts.close();
      await backup.close();
    },
  };
};
