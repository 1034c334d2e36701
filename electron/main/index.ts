import { app, Menu } from 'electron';
import { registerAppScheme } from './app-protocol.ts';
import { isCleanStart } from './clean-start.ts';
import { keepGraphicsSetting } from './graphics-guard.ts';
import { readLaunchOptions } from './launch-options.ts';
import { hardenContents } from './security.ts';
import { startShell } from './shell.ts';

/** Everything here must happen before the app is ready. */
const start = (): void => {
  const options = readLaunchOptions(process.argv, process.env, app.isPackaged);
  if (options.userDataDir !== null) app.setPath('userData', options.userDataDir);
  keepGraphicsSetting();
  // It would win over --no-sandbox, which root needs (Chromium refuses its sandbox to root).
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  // A page that was left must not live on in memory: a token may have been typed in it (pages.ts).
  const disabled = app.commandLine.getSwitchValue('disable-features');
  app.commandLine.appendSwitch('disable-features', [disabled, 'BackForwardCache'].filter(Boolean).join(','));
  // Over HTTP/2 and QUIC Chromium has more reasons to send a request again by itself (ports/fetch.ts).
  app.commandLine.appendSwitch('disable-http2');
  app.commandLine.appendSwitch('disable-quic');
  // Windows shows notifications only of an app it knows by the id of its installer (dev/package-config.ts).
  if (process.platform === 'win32') app.setAppUserModelId('app.resellerdesk');
  // Electron would make a menu of its own, for the moment until there is ours.
  Menu.setApplicationMenu(null);
  registerAppScheme();
  hardenContents();

  if (app.requestSingleInstanceLock()) {
    void startShell(options);
  } else {
    app.quit();
  }
};

if (isCleanStart()) start();
