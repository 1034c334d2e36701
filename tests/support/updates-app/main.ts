import { app } from 'electron';
import { loadUpdater } from '../../../electron/main/updater/load-updater.ts';
import { readUpdateKey } from '../../../electron/main/updater/signature.ts';
import { createUpdater } from '../../../electron/main/updater/updates.ts';

/** An app with nothing but its own updates in it. */
const key = readUpdateKey(process.env.TEST_UPDATE_KEY);
const url = process.env.TEST_UPDATE_FEED ?? '';
const quiet = { info: () => {}, warn: () => {}, error: () => {} };

const updates = createUpdater({
  off: null,
  load: async () => {
    const updater = await loadUpdater(key === null ? null : { url, key });
    // It is not packaged: electron-updater reads dev-app-update.yml, and needs to be told so.
    Reflect.set(updater, 'forceDevUpdateConfig', true);
    return updater;
  },
  now: Date.now,
  logger: quiet,
});
app.on('before-quit', () => updates.beforeQuit(false));
Reflect.set(globalThis, 'updates', updates);
