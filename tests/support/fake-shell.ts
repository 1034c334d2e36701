import type { Desktop, FileDialogs, LogFields, Logger } from '#core/ports.ts';
import type { HelpPage } from '#shared/contract/system.ts';

/** OS dialogs that answer with the paths that a test has queued. Without a queued path the dialog is "closed". */
export interface FakeDialogs extends FileDialogs {
  readonly saveQueue: (string | null)[];
  readonly openQueue: (string | null)[];
  readonly folderQueue: (string | null)[];
  /** The requests that the dialogs received, in order. */
  readonly asked: { readonly kind: 'save' | 'open' | 'folder'; readonly title: string; readonly name: string }[];
}

export const createFakeDialogs = (): FakeDialogs => {
  const dialogs: FakeDialogs = {
    saveQueue: [],
    openQueue: [],
    folderQueue: [],
    asked: [],
    saveFile: async ({ title, suggestedName }) => {
      dialogs.asked.push({ kind: 'save', title, name: suggestedName });
      return dialogs.saveQueue.shift() ?? null;
    },
    openFile: async ({ title }) => {
      dialogs.asked.push({ kind: 'open', title, name: '' });
      return dialogs.openQueue.shift() ?? null;
    },
    chooseFolder: async ({ title }) => {
      dialogs.asked.push({ kind: 'folder', title, name: '' });
      return dialogs.folderQueue.shift() ?? null;
    },
  };
  return dialogs;
};

export interface RecordedDesktop extends Desktop {
  readonly shown: string[];
  /** The pages of the help that were opened, in order. */
  readonly help: HelpPage[];
  readonly dragged: string[];
  readonly opened: string[];
  readonly copied: { readonly text: string; readonly secret: boolean }[];
  /** The pictures (PNG) on the clipboard, in order. */
  readonly pictures: Uint8Array[];
  /** The pages that were printed, in order. */
  readonly printed: string[];
  readonly notices: { readonly title: string; readonly body: string }[];
  /** Whether the system starts the app at sign-in, and whether it lets that be changed. */
  readonly login: { isOn: boolean; isRefused: boolean };
}

export const createRecordedDesktop = (): RecordedDesktop => {
  const desktop: RecordedDesktop = {
    shown: [],
    help: [],
    dragged: [],
    opened: [],
    copied: [],
    pictures: [],
    printed: [],
    notices: [],
    login: { isOn: false, isRefused: false },
    showInFolder: (path) => {
      desktop.shown.push(path);
    },
    showHelp: (page) => {
      desktop.help.push(page);
    },
    startDrag: (path) => {
      desktop.dragged.push(path);
    },
    openExternal: async (url) => {
      desktop.opened.push(url);
    },
    openChat: async (address) => {
      if (desktop.login.isRefused) throw new Error('no program');
      desktop.opened.push(address);
    },
    writeClipboardImage: (png) => {
      desktop.pictures.push(png);
    },
    writeClipboard: (text, { secret }) => {
      desktop.copied.push({ text, secret });
    },
    printPdf: async (html) => {
      desktop.printed.push(html);
      return new TextEncoder().encode('%PDF-1.7');
    },
    notify: ({ title, body }) => {
      desktop.notices.push({ title, body });
    },
    startsAtLogin: async () => desktop.login.isOn,
    setStartsAtLogin: async (isOn) => {
      if (desktop.login.isRefused) throw new Error('EACCES');
      desktop.login.isOn = isOn;
    },
  };
  return desktop;
};

export interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: LogFields;
}

export const createRecordedLogger = (): Logger & { readonly lines: LogLine[] } => {
  const lines: LogLine[] = [];
  const at =
    (level: LogLine['level']) =>
    (message: string, fields: LogFields = {}): void => {
      lines.push({ level, message, fields });
    };
  return { lines, info: at('info'), warn: at('warn'), error: at('error') };
};

/** For a desk that never opens on the sandbox. */
export const noSandbox = (): Promise<never> => Promise.reject(new Error('there is no sandbox here'));
