import { createNetFetch } from '../../../electron/main/ports/fetch.ts';

/** An app with nothing but the adapter in it: `app.evaluate` calls it there, on real Electron's network. */
Reflect.set(globalThis, 'serviceFetch', createNetFetch('ResellerDesk/test'));
