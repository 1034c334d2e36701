import { type BrowserWindow, type IpcMainInvokeEvent, ipcMain } from 'electron';
import { PROCEDURE_NAMES } from '#shared/contract/names.ts';
import { fail, type Result } from '#shared/result.ts';
import type { Core } from './core-port.ts';
import { type Page, pageOf } from './pages.ts';

const names: ReadonlySet<string> = new Set(PROCEDURE_NAMES);
/**
 * Asked by one page alone. A token is typed on the welcome page: the page that runs all day, shows what the service
 * answers and could be taken over by it, has no way to name an address and a token.
 */
const onlyOn: ReadonlyMap<string, Page> = new Map([['account.signIn', 'welcome']]);

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
    const page = askingPage(event, door.window());
    if (page === null) {
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
    if ((onlyOn.get(parsed.name) ?? page) !== page) {
      const refused = fail({
        kind: 'invalid-input',
        message: 'Another page asks this.',
        details: { code: 'other-page' },
      });
      return parsed.isText ? JSON.stringify(refused) : refused;
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

/** The page in our own window's main frame, at one of our own origins; a frame inside the page is not the page. */
const askingPage = (event: IpcMainInvokeEvent, window: BrowserWindow | null): Page | null => {
  const frame = event.senderFrame;
  if (window === null || window.isDestroyed() || frame === null) return null;
  const isMain = event.sender === window.webContents && frame === window.webContents.mainFrame;
  return isMain ? pageOf(frame.url) : null;
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
