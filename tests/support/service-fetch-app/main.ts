import { createNetFetch } from '../../../electron/main/ports/fetch.ts';

/** An app that contains only the adapter; `app.evaluate` calls it there, on real Electron's network. */
Reflect.set(globalThis, 'serviceFetch', createNetFetch('ResellerDesk/test'));
