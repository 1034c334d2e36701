import type { SandboxInfo } from '#core/ports.ts';
import type { PracticeDay } from '#shared/domain/practice-day.ts';
import type { CalledPorts, PortCall } from './messages.ts';

export interface Caller {
  /** Calls a port and returns its answer. Rejects with the error that the port threw. */
  ask(call: PortCall): Promise<unknown>;
  /** Calls a port without waiting for its end. The main process logs its errors. */
  tell(call: PortCall): void;
}

/** Returns the ports of the main process, with the same interfaces as there. */
export const calledPorts = ({ ask, tell }: Caller): CalledPorts => {
  const asking =
    <T>(port: keyof CalledPorts, method: string) =>
    (...args: unknown[]) =>
      ask({ port, method, args }) as Promise<T>;
  const telling =
    (port: keyof CalledPorts, method: string) =>
    (...args: unknown[]): void =>
      tell({ port, method, args });
  return {
    secrets: {
      get: asking<string | null>('secrets', 'get'),
      set: asking<void>('secrets', 'set'),
      delete: asking<boolean>('secrets', 'delete'),
    },
    dialogs: {
      saveFile: asking<string | null>('dialogs', 'saveFile'),
      openFile: asking<string | null>('dialogs', 'openFile'),
      chooseFolder: asking<string | null>('dialogs', 'chooseFolder'),
    },
    desktop: {
      showInFolder: telling('desktop', 'showInFolder'),
      showHelp: telling('desktop', 'showHelp'),
      startDrag: telling('desktop', 'startDrag'),
      openExternal: asking<void>('desktop', 'openExternal'),
      openChat: asking<void>('desktop', 'openChat'),
      writeClipboardImage: telling('desktop', 'writeClipboardImage'),
      writeClipboard: telling('desktop', 'writeClipboard'),
      notify: telling('desktop', 'notify'),
      printPdf: asking<Uint8Array>('desktop', 'printPdf'),
      startsAtLogin: asking<boolean>('desktop', 'startsAtLogin'),
      setStartsAtLogin: asking<void>('desktop', 'setStartsAtLogin'),
    },
    logger: {
      info: telling('logger', 'info'),
      warn: telling('logger', 'warn'),
      error: telling('logger', 'error'),
    },
    sandbox: { start: asking<SandboxInfo>('sandbox', 'start'), begin: asking<PracticeDay>('sandbox', 'begin') },
    updates: { check: asking<void>('updates', 'check'), download: asking<void>('updates', 'download') },
  };
};
