import { type BrowserWindow, type IpcMainInvokeEvent, ipcMain } from 'electron';
import { PROCEDURE_NAMES } from '#shared/contract/names.ts';
import { fail, type Result } from '#shared/result.ts';
import type { Core } from './core-port.ts';
import { isOwnUrl } from './pages.ts';

const names: ReadonlySet<string> = new Set(PROCEDURE_NAMES);

export interface Door {
  /** The window whose main frame may ask; `null` while there is none. */
  readonly window: () => BrowserWindow | null;
  readonly core: Promise<Core>;
  /** A page of ours asks for something: it has its code. */
  readonly onAsked: () => void;
}

/**
 * The one door between the page and the core (DESIGN 4). It answers with a Result, whatever is sent to it. Input that
 * comes as JSON text is answered as JSON text: on the way to the page every value of an object is copied by itself,
 * which for a screen of rows takes longer than finding and drawing them, and a text is one value.
 */
export const openDoor = (door: Door): void => {
  ipcMain.handle('desk:invoke', async (event, request: unknown): Promise<Result<unknown> | string> => {
    if (!isOurPage(event, door.window())) {
      return fail({ kind: 'invalid-input', message: 'This page may not ask.', details: { code: 'foreign-sender' } });
    }
    door.onAsked();
    const parsed = readRequest(request);
    if (parsed === null) {
      return fail({
        kind: 'invalid-input',
        message: 'There is no such request.',
        details: { code: 'unknown-request' },
      });
    }
    try {
      const core = await door.core;
      const answer = await core.handle(parsed);
      return parsed.isText ? JSON.stringify(answer) : answer;
    } catch {
      return fail({ kind: 'internal', message: 'The app did not start completely.' });
    }
  });
};

/** Our own window, its main frame, at one of our own origins: a frame inside the page is not the page. */
const isOurPage = (event: IpcMainInvokeEvent, window: BrowserWindow | null): boolean => {
  const frame = event.senderFrame;
  if (window === null || window.isDestroyed() || frame === null) return false;
  return event.sender === window.webContents && frame === window.webContents.mainFrame && isOwnUrl(frame.url);
};

const readRequest = (request: unknown): { name: string; input: unknown; isText: boolean } | null => {
  if (typeof request !== 'object' || request === null || !('name' in request)) return null;
  const { name } = request;
  if (typeof name !== 'string' || !names.has(name)) return null;
  const input = 'input' in request ? request.input : undefined;
  if (typeof input !== 'string') return { name, input, isText: false };
  try {
    return { name, input: JSON.parse(input), isText: true };
  } catch {
    return null;
  }
};

export const sendEvent = (window: BrowserWindow | null, name: string, payload: unknown): void => {
  if (window !== null && !window.isDestroyed()) window.webContents.send('desk:event', name, payload);
};
