import type { HelpPage } from '#shared/contract/system.ts';
import type { UpdateState } from '#shared/contract/updates.ts';
import type { PracticeDay } from '#shared/domain/practice-day.ts';

/** The interfaces that the core needs from outside. The Electron adapter and the tests implement them. */

/** The OS keychain. Every call may reject or hang: callers put a time limit on it (docs/decisions/002-keychain.md). */
export interface SecretStore {
  get(account: string): Promise<string | null>;
  set(account: string, secret: string): Promise<void>;
  delete(account: string): Promise<boolean>;
}

/** Wall time in milliseconds since the epoch, UTC, and timers that tests can drive. */
export interface Clock {
  now(): number;
  /**
   * Milliseconds since the machine started, including suspend. Nobody can set it, so it measures durations even if the
   * wall clock was moved, and across restarts of the app. By default the OS is asked.
   */
  uptime?(): number;
  /** Resolves after `ms`; rejects with the signal's reason when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/**
 * The `fetch` of the platform: Chromium's in the app (system proxy and certificates), Node's in tests. It must never
 * send a request other than GET a second time: a purchase could be charged twice.
 */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface FileFilter {
  readonly name: string;
  readonly extensions: readonly string[];
}

/** The OS dialogs: the only source of paths. `null` is "the user closed the dialog". */
export interface FileDialogs {
  saveFile(options: { title: string; suggestedName: string; filters: readonly FileFilter[] }): Promise<string | null>;
  openFile(options: { title: string; filters: readonly FileFilter[] }): Promise<string | null>;
  chooseFolder(options: { title: string }): Promise<string | null>;
}

export interface Desktop {
  showInFolder(path: string): void;
  /** Opens the window with the manual or the change log. */
  showHelp(page: HelpPage): void;
  /** Starts dragging a file out of the page. Resolves when the user lets go. */
  startDrag(path: string): void;
  /** Opens the link of a subscription. The core calls it with https links only. */
  openExternal(url: string): Promise<void>;
  /** Opens a chat. The core calls it with addresses of `isChatAddress` only; rejects if the system has no program for it. */
  openChat(address: string): Promise<void>;
  /** Copies a secret picture (PNG), which is wiped from the clipboard after 60 s if it is still on it. */
  writeClipboardImage(png: Uint8Array): void;
  /** `secret` texts are wiped from the clipboard after 60 s if they are still on it. */
  writeClipboard(text: string, options: { secret: boolean }): void;
  notify(options: { title: string; body: string; target?: string }): void;
  /** Prints a page that needs nothing but itself, without its scripts, and returns the PDF (A4). */
  printPdf(html: string): Promise<Uint8Array>;
  /** Whether the system starts the app, without a window, when the user signs in to the computer. */
  startsAtLogin(): Promise<boolean>;
  /** Rejects if the system refuses it. */
  setStartsAtLogin(isOn: boolean): Promise<void>;
}

export type LogFields = Readonly<Record<string, string | number | boolean | null>>;

/** The log. Secrets never go in: fields are ids, kinds, counts and times. */
export interface Logger {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/** Absolute folders. The core creates them (0700). */
export interface Paths {
  readonly data: string;
  readonly backups: string;
}

/** The sandbox's proxies, none of which is on the internet. */
export interface PracticeProxies {
  /** A certificate (PEM) that is trusted in addition to the usual ones. */
  readonly ca: string;
  /** The address through which all of them are reached; `null` if each has its own. */
  readonly gateway: { readonly host: string; readonly port: number } | null;
}

export interface SandboxInfo {
  readonly baseUrl: string;
  /** A token it accepts. */
  readonly token: string;
  /** How its proxies are checked. */
  readonly proxies: PracticeProxies;
}

/** The embedded sandbox service, started on demand (docs/decisions/011-two-services-in-the-tests.md). */
export interface SandboxHost {
  /** Starts it if necessary and returns its address. */
  start(): Promise<SandboxInfo>;
  /** Resets everything but its token, for a desk that knows nothing of it, and returns what that desk must know. */
  begin(): Promise<PracticeDay>;
}

/** Reports sleep and wake-up. While the computer sleeps nothing can be requested, and answers are lost. */
export interface Power {
  /** Returns a function that removes the listener. */
  onChange(listener: (state: 'asleep' | 'awake') => void): () => void;
}

/** Newer versions of the app. Nothing here rejects, because failures are part of the state. */
export interface UpdatePort {
  state(): UpdateState;
  check(): Promise<void>;
  /** Downloads the offered version. Resolves when that has succeeded or failed. */
  download(): Promise<void>;
  /** Returns a function that removes the listener. */
  onChange(listener: (state: UpdateState) => void): () => void;
}

export interface Ports {
  readonly secrets: SecretStore;
  readonly clock: Clock;
  readonly fetch: Fetch;
  readonly dialogs: FileDialogs;
  readonly desktop: Desktop;
  readonly logger: Logger;
  readonly paths: Paths;
  readonly sandbox: SandboxHost;
  /** Without it the computer counts as always awake. */
  readonly power?: Power;
  readonly updates: UpdatePort;
  /**
   * Receives the number of purchases without a written outcome, for a new one before it begins, so that an attempt to
   * close the app is noticed in time.
   */
  readonly onCharges?: (inFlight: number) => void;
  readonly appVersion: string;
  /**
   * In development and in tests, a violated rule of the app's own throws. Otherwise the app logs it and stays on the
   * safe side.
   */
  readonly isStrict?: boolean;
  /** The rounds of scrypt for the keys of new backups and invitations. Only tests set it, because they derive hundreds. */
  readonly scryptRounds?: number;
  /** The address of Telegram's bot API. Only tests and unpackaged builds set it. */
  readonly botApi?: string;
  /** BCP 47 tag of the OS, e.g. `ru-RU`. */
  readonly systemLocale: string;
}
