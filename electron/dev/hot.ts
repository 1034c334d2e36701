import { hasDisplay } from './desktop-session.ts';
import { rootArguments } from './launch-electron.ts';
import { prepareElectron } from './prepare.ts';
import { run } from './run.ts';

/** `npm run dev`: the app with hot reload of the page, and a restart when the main process changes. */
if (!hasDisplay()) throw new Error('There is no display to open a window on.');
await prepareElectron();
const { code } = await run('electron-vite', ['dev', '--watch', '--', ...rootArguments()]);
process.exitCode = code;
