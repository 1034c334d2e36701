import { type BrowserWindow, type IpcMainInvokeEvent, ipcMain } from 'electron';
import { unknownRequest } from '#core/desk/unknown-request.ts';
import { PROCEDURE_NAMES } from '#shared/contract/names.ts';
import { fail, type Result } from '#shared/result.ts';
import type { ShellCore } from './core-thread.ts';
import { type Page, pageOf } from './pages.ts';

const names: ReadonlySet<string> = new Set(PROCEDURE_NAMES);
/**
 * Requests that only one page may send. Tokens are typed on the welcome page. The other page runs all day and shows the
 * service's answers, which might take it over, so it must have no way to send an address and a token.
 */
const onlyOn: ReadonlyMap<string, Page> = new Map([['account.signIn', 'welcome']]);

interface RequestSource {
  /** The window whose main frame may send requests; `null` if there is none. */
  readonly window: () => BrowserWindow | null;
  readonly core: Pick<ShellCore, 'ask'>;
  /** Returns an answer that is known before the core has started. */
  readonly keptAnswer: (name: string, input: unknown) => string | undefined;
  /** Takes notice of an answer of the core. */
  readonly noteAnswer: (name: string, input: unknown, answer: unknown) => void;
}

/**
 * Handles the requests of the pages, which have no other way to the core (docs/architecture.md#requests). It answers
 * anything it receives with a Result. Input that arrives as JSON text is passed on as text and answered as text: Electron copies objects
 * value by value on the way to the core's thread and to the page, which for a screen of rows takes longer than finding
 * and drawing them. A text is copied as one value.
 */
export const handleRequests = (source: RequestSource): void => {
  ipcMain.handle(
    'desk:invoke',
    (event, request: unknown): Promise<Result<unknown> | string> | Result<unknown> | string => {
      const page = askingPage(event, source.window());
      if (page === null) {
        return fail({
          kind: 'invalid-input',
          message: 'This page may not send requests.',
          details: { code: 'foreign-sender' },
        });
      }
      const parsed = readRequest(request);
      if (parsed === null) return unknownRequest();
      if ((onlyOn.get(parsed.name) ?? page) !== page) {
        const refused = fail({
          kind: 'invalid-input',
          message: 'Only another page may send this request.',
          details: { code: 'other-page' },
        });
        return typeof parsed.input === 'string' ? JSON.stringify(refused) : refused;
      }
      const kept = page === 'desk' ? source.keptAnswer(parsed.name, parsed.input) : undefined;
      if (kept !== undefined) return kept;
      const asking = source.core.ask(parsed.name, parsed.input);
      void asking.then((answer) => source.noteAnswer(parsed.name, parsed.input, answer));
      return asking;
    },
  );
};

/**
 * Returns the page of our own window's main frame at one of our own origins, or `null`. Frames inside the page do not
 * count.
 */
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

/** Sends an event of the core to the page; does nothing if there is no window. */
export const sendEvent = (window: BrowserWindow | null, name: string, payload: unknown): void => {
  if (window !== null && !window.isDestroyed()) window.webContents.send('desk:event', name, payload);
};
