import { hasDisplay } from './desktop-session.ts';
import { launchElectron } from './launch-electron.ts';
import { buildApp, prepareElectron } from './prepare.ts';

/** `npm start [-- arguments for the app]`: builds the app and opens it. */
if (!hasDisplay()) throw new Error('There is no display to open a window on. Try npm run demo, which brings its own.');
await prepareElectron();
await buildApp();
process.exitCode = await launchElectron(process.argv.slice(2));
