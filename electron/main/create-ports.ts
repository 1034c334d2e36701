import { join } from 'node:path';
import { app, type BrowserWindow } from 'electron';
import type { Logger, SandboxHost, SecretStore, UpdatePort } from '#core/ports.ts';
import type { HelpPage } from '#shared/contract/system.ts';
import { createDesktop } from './ports/desktop.ts';
import { createDialogs } from './ports/dialogs.ts';
import { createNetFetch } from './ports/fetch.ts';
import { systemPower } from './ports/power.ts';
import type { SecretClipboard } from './ports/secret-clipboard.ts';
import type { HostedPorts } from './serve-ports.ts';

interface PortsOptions {
  readonly logger: Logger;
  readonly secrets: SecretStore;
  readonly clipboard: SecretClipboard;
  readonly sandbox: SandboxHost;
  readonly updates: UpdatePort;
  readonly window: () => BrowserWindow | null;
  readonly showHelp: (page: HelpPage) => void;
  /** Receives the target of the notification. */
  readonly onNotificationClick: (target: string | null) => void;
  readonly loginArguments: readonly string[];
}

/** Creates the ports: the services of this computer that the core needs and only Electron offers. */
export const createPorts = (options: PortsOptions): HostedPorts => ({
  secrets: options.secrets,
  fetch: createNetFetch(`ResellerDesk/${app.getVersion()}`),
  dialogs: createDialogs(options.window),
  desktop: createDesktop({
    clipboard: options.clipboard,
    window: options.window,
    showHelp: options.showHelp,
    dragIcon: join(app.getAppPath(), 'resources', 'list-file.png'),
    onNotificationClick: options.onNotificationClick,
    loginArguments: options.loginArguments,
  }),
  logger: options.logger,
  sandbox: options.sandbox,
  power: systemPower,
  updates: options.updates,
});
