import { app } from 'electron';
import { loadUpdater } from '../../../electron/main/updater/load-updater.ts';
import { readUpdateKey } from '../../../electron/main/updater/signature.ts';
import { createUpdater } from '../../../electron/main/updater/updates.ts';

/** An app that contains only the updates. */
const key = readUpdateKey(process.env.TEST_UPDATE_KEY);
const url = process.env.TEST_UPDATE_FEED ?? '';
const quiet = { info: () => {}, warn: () => {}, error: () => {} };

const updates = createUpdater({
  off: null,
  load: async () => {
    const updater = await loadUpdater(key === null ? null : { url, key });
    // The app is not packaged, so electron-updater has to be told to read dev-app-update.yml.
    Reflect.set(updater, 'forceDevUpdateConfig', true);
    return updater;
  },
  now: Date.now,
  logger: quiet,
});
app.on('before-quit', () => updates.beforeQuit(false));
Reflect.set(globalThis, 'updates', updates);
