import { contextBridge, ipcRenderer } from 'electron';
import { EVENT_NAMES, PROCEDURE_NAMES } from '#shared/contract/names.ts';
import type { Result } from '#shared/result.ts';

/**
 * All that a page can reach: named requests and named events. Names are checked here as well as in the main process,
 * so that a page that was taken over finds no channel to try others on.
 */
const procedures: ReadonlySet<string> = new Set(PROCEDURE_NAMES);
const listeners = new Map<string, Set<(payload: unknown) => void>>(EVENT_NAMES.map((name) => [name, new Set()]));

const invoke = async (name: string, input: unknown): Promise<Result<unknown>> => {
  if (!procedures.has(name)) {
    return {
      ok: false,
      error: { kind: 'invalid-input', message: 'There is no such request.', details: { code: 'unknown-request' } },
    };
  }
  return ipcRenderer.invoke('desk:invoke', { name, input });
};

/** Listens to one event; the returned function stops it. A name that is not of the contract never happens. */
const on = (event: string, listener: (payload: unknown) => void): (() => void) => {
  const group = listeners.get(event);
  group?.add(listener);
  return () => {
    group?.delete(listener);
  };
};

ipcRenderer.on('desk:event', (_event, name: string, payload: unknown) => {
  for (const listener of listeners.get(name) ?? []) listener(payload);
});

contextBridge.exposeInMainWorld('desk', Object.freeze({ invoke, on, platform: process.platform }));
