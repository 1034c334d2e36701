import { app } from 'electron';
import { registerAppScheme } from './app-protocol.ts';
import { readLaunchOptions } from './launch-options.ts';
import { hardenContents } from './security.ts';
import { startShell } from './shell.ts';

// Everything here must happen before the app is ready.
const options = readLaunchOptions(process.argv, process.env, app.isPackaged);
if (options.userDataDir !== null) app.setPath('userData', options.userDataDir);
// It would win over --no-sandbox, which root needs (Chromium refuses its sandbox to root).
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
registerAppScheme();
hardenContents();

if (app.requestSingleInstanceLock()) {
  void startShell(options);
} else {
  app.quit();
}
