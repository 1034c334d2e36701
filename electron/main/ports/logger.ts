import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { LogFields, Logger } from '#core/ports.ts';

const FILE_LIMIT_BYTES = 1024 * 1024;
const FILES = 3;

type LogLevel = 'info' | 'warn' | 'error';

/**
 * Creates a logger that writes JSON lines to `folder`/desk.log: at most three files of 1 MB, readable by their owner
 * only. Callers must not log secrets (ports.ts); as a precaution, anything that looks like a credential is masked here.
 */
export const createFileLogger = (folder: string, now: () => number): Logger => {
  const file = join(folder, 'desk.log');
  let size = -1;

  const open = (): void => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  };
  const write = (level: LogLevel, message: string, fields: LogFields = {}): void => {
    const time = new Date(now()).toISOString();
    const line = `${maskCredentials(JSON.stringify({ time, level, message, ...fields }))}\n`;
    try {
      if (size < 0) open();
      const bytes = Buffer.byteLength(line);
      if (size + bytes > FILE_LIMIT_BYTES) {
        rotate(file);
        size = 0;
      }
      appendFileSync(file, line, { mode: 0o600 });
      size += bytes;
    } catch {
      // A full disk must not stop the app because of a log line.
      size = -1;
    }
  };
  return {
    info: (message, fields) => write('info', message, fields),
    warn: (message, fields) => write('warn', message, fields),
    error: (message, fields) => write('error', message, fields),
  };
};

const rotate = (file: string): void => {
  for (let index = FILES - 1; index >= 1; index -= 1) {
    const older = `${file}.${index}`;
    const newer = index === 1 ? file : `${file}.${index - 1}`;
    if (statSync(newer, { throwIfNoEntry: false }) !== undefined) renameSync(newer, older);
  }
};

/** Masks bearer tokens, and the login and password inside an address. */
export const maskCredentials = (text: string): string =>
  text.replace(/Bearer\s+[^\s"\\]+/gi, 'Bearer ***').replace(/(\/\/)[^\s/@"\\]+@/g, '$1***@');
