import { BrowserWindow, type Session, session } from 'electron';
import { hardenSession } from '../security.ts';

/** The session of printed pages. It is in memory only. */
const PARTITION = 'print';
/** Longer than a page of this app ever takes. */
const TIME_LIMIT_MS = 30_000;

let printing: Session | undefined;

/** Returns the session of printed pages, which is restricted when it is used first. */
const printSession = (): Session => {
  if (printing === undefined) {
    printing = session.fromPartition(PARTITION);
    hardenSession(printing);
  }
  return printing;
};

/**
 * Prints a page as PDF (A4) in a hidden window without scripts, whose session loads nothing from outside. Rejects if that takes
 * longer than 30 s.
 */
export const printPdf = async (html: string): Promise<Uint8Array> => {
  const window = new BrowserWindow({
    show: false,
    webPreferences: {
      session: printSession(),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      javascript: false,
    },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('printing took too long')), TIME_LIMIT_MS);
    });
    const printed = window
      .loadURL(`data:text/html;charset=utf-8;base64,${Buffer.from(html, 'utf8').toString('base64')}`)
      .then(() => window.webContents.printToPDF({ pageSize: 'A4', printBackground: true, preferCSSPageSize: true }));
    printed.catch(() => undefined);
    return new Uint8Array(await Promise.race([printed, late]));
  } finally {
    clearTimeout(timer);
    window.destroy();
  }
};
