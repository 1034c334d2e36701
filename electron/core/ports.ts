import type { UpdateState } from '#shared/contract/updates.ts';
import type { PracticeDay } from '#shared/domain/practice-day.ts';

/** What the core needs from outside. The Electron adapter and the tests each bring their own. */

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
   * Milliseconds since the machine started, suspend included: nobody can set it, so it tells how long something took
   * when the clock on the wall was moved, over a restart of the app too. Without it the OS is asked.
   */
  uptime?(): number;
  /** Resolves after `ms`; rejects with the signal's reason when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/**
 * The `fetch` of the platform: Chromium's in the app (system proxy and certificates), Node's in tests. It must never
 * send a request other than GET a second time by itself: a purchase could be charged twice.
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
  /** The OS takes the file from the page's hand; ends when the user lets go. */
  startDrag(path: string): void;
  /** The link of a subscription, https only; the core checks before it calls. */
  openExternal(url: string): Promise<void>;
  /** `secret` texts are wiped from the clipboard after 60 s if they are still on it. */
  writeClipboard(text: string, options: { secret: boolean }): void;
  notify(options: { title: string; body: string; target?: string }): void;
  /** Whether the system starts the app, without a window, when the user signs in to the computer. */
  startsAtLogin(): Promise<boolean>;
  /** Rejects where the system does not take it. */
  setStartsAtLogin(isOn: boolean): Promise<void>;
}

export type LogFields = Readonly<Record<string, string | number | boolean | null>>;

/** Secrets never go in: fields are ids, kinds, counts and times. */
export interface Logger {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/** Absolute folders. The core makes them (0700). */
export interface Paths {
  readonly data: string;
  readonly backups: string;
}

export interface PracticeProxies {
  /** PEM; trusted beside the usual certificates. */
  readonly ca: string;
  /** Where all of them are found; `null`: where they say. */
  readonly gateway: { readonly host: string; readonly port: number } | null;
}

export interface SandboxInfo {
  readonly baseUrl: string;
  /** A token it accepts. */
  readonly token: string;
  /** How its proxies are checked: nothing of them is on the internet. */
  readonly proxies: PracticeProxies;
}

/** The embedded sandbox service, started on demand (docs/decisions/011-two-services-in-the-tests.md). */
export interface SandboxHost {
  /** Starts it if needed and returns where it listens. */
  start(): Promise<SandboxInfo>;
  /** Has it forget all but its token and begin anew, for a desk that knows nothing of it, and returns what that is to know. */
  begin(): Promise<PracticeDay>;
}

/** What the computer does with its power: asleep, nothing can be asked, and what was asked is lost. */
export interface Power {
  /** Returns what takes the listener off again. */
  onChange(listener: (state: 'asleep' | 'awake') => void): () => void;
}

/** Newer versions of the app. Nothing here rejects: what fails is part of the state. */
export interface UpdatePort {
  state(): UpdateState;
  check(): Promise<void>;
  /** Fetches the version on offer. Resolves when that is over, one way or the other. */
  download(): Promise<void>;
  /** Returns what takes the listener off again. */
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
  /** Without it the computer is taken to be always awake. */
  readonly power?: Power;
  readonly updates: UpdatePort;
  /**
   * Hears how many purchases are between the click and their written end, before each of them begins: whoever closes
   * the app must know at once.
   */
  readonly onCharges?: (inFlight: number) => void;
  readonly appVersion: string;
  /** BCP 47 tag of the OS, e.g. `ru-RU`. */
  readonly systemLocale: string;
}
