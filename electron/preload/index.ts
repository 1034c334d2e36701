import { contextBridge, ipcRenderer } from 'electron';
import { firstQuestions, LAST_SCREEN, LOCAL_PREFIX } from '#shared/contract/first-questions.ts';
import { EVENT_NAMES, PROCEDURE_NAMES } from '#shared/contract/names.ts';
import type { Result } from '#shared/result.ts';
import { askFirst } from './first-answers.ts';

/**
 * Everything that a page can use: named requests, answers to its first requests, and named events. Names are checked
 * here as well as in the main process, so that a compromised page has no channel on which to try others.
 */
const procedures: ReadonlySet<string> = new Set(PROCEDURE_NAMES);
const listeners = new Map<string, Set<(payload: unknown) => void>>(EVENT_NAMES.map((name) => [name, new Set()]));

const ask = (name: string, input: unknown): Promise<unknown> => ipcRenderer.invoke('desk:invoke', { name, input });

const lastScreen = (): string | undefined => {
  try {
    const screen: unknown = JSON.parse(window.localStorage.getItem(LOCAL_PREFIX + LAST_SCREEN) ?? 'null');
    return typeof screen === 'string' ? screen : undefined;
  } catch {
    return undefined;
  }
};
// On the welcome page the user may not be signed in.
const first = askFirst(window.location.host === 'desk' ? firstQuestions(lastScreen()) : [], ask);
// The scripts of the page have run by then and have drawn it.
document.addEventListener('DOMContentLoaded', first.end);

const invoke = async (name: string, input: unknown): Promise<unknown> => {
  if (!procedures.has(name)) {
    return {
      ok: false,
      error: { kind: 'invalid-input', message: 'There is no such request.', details: { code: 'unknown-request' } },
    } satisfies Result<unknown>;
  }
  return first.asked(name, input) ?? ask(name, input);
};

/** Listens to an event and returns a function that stops it. Names outside the contract never occur. */
const on = (event: string, listener: (payload: unknown) => void): (() => void) => {
  const group = listeners.get(event);
  group?.add(listener);
  first.catchUp(event, listener);
  return () => {
    group?.delete(listener);
  };
};

ipcRenderer.on('desk:event', (_event, name: string, payload: unknown) => {
  first.note(name, payload);
  for (const listener of listeners.get(name) ?? []) listener(payload);
});

contextBridge.exposeInMainWorld('desk', Object.freeze({ invoke, first: first.take, on, platform: process.platform }));
