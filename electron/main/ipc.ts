import { type BrowserWindow, type IpcMainInvokeEvent, ipcMain } from 'electron';
import { unknownRequest } from '#core/desk/unknown-request.ts';
import { PROCEDURE_NAMES } from '#shared/contract/names.ts';
import { fail, type Result } from '#shared/result.ts';
import type { ShellCore } from './core-thread.ts';
import { type Page, pageOf } from './pages.ts';

const names: ReadonlySet<string> = new Set(PROCEDURE_NAMES);
/**
 * Asked by one page alone. A token is typed on the welcome page: the page that runs all day, shows what the service
 * answers and could be taken over by it, has no way to name an address and a token.
 */
const onlyOn: ReadonlyMap<string, Page> = new Map([['account.signIn', 'welcome']]);

interface Door {
  /** The window whose main frame may ask; `null` while there is none. */
  readonly window: () => BrowserWindow | null;
  readonly core: Pick<ShellCore, 'ask'>;
}

/**
 * The one door between the page and the core (docs/architecture.md). It answers with a Result, whatever is sent to it.
 * Input that comes as JSON text goes on as it is and is answered as JSON text: on the way to the core's thread and to the
 * page every value of an object is copied by itself, which for a screen of rows takes longer than finding and drawing
 * them, and a text is one value.
 */
export const openDoor = (door: Door): void => {
  ipcMain.handle(
    'desk:invoke',
    (event, request: unknown): Promise<Result<unknown> | string> | Result<unknown> | string => {
      const page = askingPage(event, door.window());
      if (page === null) {
        return fail({ kind: 'invalid-input', message: 'This page may not ask.', details: { code: 'foreign-sender' } });
      }
      const parsed = readRequest(request);
      if (parsed === null) return unknownRequest();
      if ((onlyOn.get(parsed.name) ?? page) !== page) {
        const refused = fail({
          kind: 'invalid-input',
          message: 'Another page asks this.',
          details: { code: 'other-page' },
        });
        return typeof parsed.input === 'string' ? JSON.stringify(refused) : refused;
      }
      return door.core.ask(parsed.name, parsed.input);
    },
  );
};

/** The page in our own window's main frame, at one of our own origins; a frame inside the page is not the page. */
const askingPage = (event: IpcMainInvokeEvent, window: BrowserWindow | null): Page | null => {
  const frame = event.senderFrame;
  if (window === null || window.isDestroyed() || frame === null) return null;
  const isMain = event.sender === window.webContents && frame === window.webContents.mainFrame;
  return isMain ? pageOf(frame.url) : null;
};

const readRequest = (request: unknown): { readonly name: string; readonly input: unknown } | null => {
  if (typeof request !== 'object' || request === null || !('name' in request)) return null;
  const { name } = request;
  if (typeof name !== 'string' || !names.has(name)) return null;
  return { name, input: 'input' in request ? request.input : undefined };
};

export const sendEvent = (window: BrowserWindow | null, name: string, payload: unknown): void => {
  if (window !== null && !window.isDestroyed()) window.webContents.send('desk:event', name, payload);
};
