import { join } from 'node:path';
import { app, type BrowserWindow } from 'electron';
import type { Logger, Ports, SandboxHost, SecretStore, UpdatePort } from '#core/ports.ts';
import { systemLocale } from './language.ts';
import { systemClock } from './ports/clock.ts';
import { createDesktop } from './ports/desktop.ts';
import { createDialogs } from './ports/dialogs.ts';
import { createNetFetch } from './ports/fetch.ts';
import { systemPower } from './ports/power.ts';
import type { SecretClipboard } from './ports/secret-clipboard.ts';

export interface PortsOptions {
  readonly logger: Logger;
  readonly secrets: SecretStore;
  readonly clipboard: SecretClipboard;
  readonly sandbox: SandboxHost;
  readonly updates: UpdatePort;
  readonly window: () => BrowserWindow | null;
  /** Gets what the notification is about. */
  readonly onNotificationClick: (target: string | null) => void;
}

/** Everything the core needs from this computer, on Electron. */
export const createPorts = (options: PortsOptions): Ports => {
  const data = app.getPath('userData');
  return {
    secrets: options.secrets,
    clock: systemClock,
    fetch: createNetFetch(`ResellerDesk/${app.getVersion()}`),
    dialogs: createDialogs(options.window),
    desktop: createDesktop({
      clipboard: options.clipboard,
      window: options.window,
      dragIcon: join(app.getAppPath(), 'resources', 'list-file.png'),
      onNotificationClick: options.onNotificationClick,
    }),
    logger: options.logger,
    paths: { data: join(data, 'data'), backups: join(data, 'backups') },
    sandbox: options.sandbox,
    power: systemPower,
    updates: options.updates,
    appVersion: app.getVersion(),
    systemLocale: systemLocale(),
  };
};
