import { app, Menu } from 'electron';
import { registerAppScheme } from './app-protocol.ts';
import { isCleanStart } from './clean-start.ts';
import { keepGraphicsSetting } from './graphics-guard.ts';
import { readLaunchOptions } from './launch-options.ts';
import { scriptWords } from './scripts/script-words.ts';
import { hardenContents } from './security.ts';
import { startShell } from './shell.ts';

/** Starts the app. Everything here must happen before the app is ready. */
const start = (): void => {
  const options = readLaunchOptions(process.argv, process.env, app.isPackaged);
  if (options.userDataDir !== null) app.setPath('userData', options.userDataDir);
  keepGraphicsSetting();
  // `enableSandbox` would override --no-sandbox, which root needs because Chromium refuses its sandbox to root.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  // A page must not stay in memory after it was left, because a token may have been typed in it (pages.ts).
  const disabled = app.commandLine.getSwitchValue('disable-features');
  app.commandLine.appendSwitch('disable-features', [disabled, 'BackForwardCache'].filter(Boolean).join(','));
  // With HTTP/2 and QUIC, Chromium has more reasons to repeat a request on its own (ports/fetch.ts).
  app.commandLine.appendSwitch('disable-http2');
  app.commandLine.appendSwitch('disable-quic');
  // Windows shows notifications only for an app that it knows by the id of its installer (dev/package-config.ts).
  if (process.platform === 'win32') app.setAppUserModelId('app.resellerdesk');
  // Otherwise Electron would show its default menu until ours is ready.
  Menu.setApplicationMenu(null);
  registerAppScheme();
  hardenContents();

  if (app.requestSingleInstanceLock()) {
    void startShell(options);
  } else {
    app.quit();
  }
};

/** Carries out a command of the command line instead of starting the app (docs/scripts.md). */
const runCommand = async (words: readonly string[]): Promise<void> => {
  const { startScript } = await import('./scripts/start-script.ts');
  await startScript(words, readLaunchOptions(process.argv, process.env, app.isPackaged));
};

const words = scriptWords(process.argv, app.isPackaged);
if (words !== null) void runCommand(words);
else if (isCleanStart()) start();
