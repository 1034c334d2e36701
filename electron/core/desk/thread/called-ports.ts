import type { SandboxInfo } from '#core/ports.ts';
import type { PracticeDay } from '#shared/domain/practice-day.ts';
import type { CalledPorts, PortCall } from './messages.ts';

export interface Caller {
  /** Rejects with the error that the port has thrown. */
  ask(call: PortCall): Promise<unknown>;
  /** Nobody waits for its end; what it throws is logged over there. */
  tell(call: PortCall): void;
}

/** The ports of the main process, with the interfaces they have there. */
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
      startDrag: telling('desktop', 'startDrag'),
      openExternal: asking<void>('desktop', 'openExternal'),
      writeClipboard: telling('desktop', 'writeClipboard'),
      notify: telling('desktop', 'notify'),
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
