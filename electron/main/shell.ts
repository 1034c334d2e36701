import { join } from 'node:path';
import { app, type BrowserWindow, ClipboardItem, clipboard, dialog, nativeTheme, session } from 'electron';
import type { Logger } from '#core/ports.ts';
import type { Language } from '#shared/domain/language.ts';
import { showAbout } from './about.ts';
import { serveApp } from './app-protocol.ts';
import { type Core, startCoreThread } from './core-thread.ts';
import { guardPage, guardProcess } from './crash-guard.ts';
import { createPorts } from './create-ports.ts';
import { offerEditMenu } from './edit-menu.ts';
import { openDoor, sendEvent } from './ipc.ts';
import { keepCore } from './keep-core.ts';
import { shellLanguage, systemLocale } from './language.ts';
import { type LastStart, readLastStart, writeLastStart } from './last-start.ts';
import type { LaunchOptions } from './launch-options.ts';
import { createMainWindow, focusWindow, showPage } from './main-window.ts';
import { setMenu } from './menu.ts';
import { createFileLogger } from './ports/logger.ts';
import { createSandboxHost, type SandboxHandle } from './ports/sandbox-host.ts';
import { createSecretClipboard } from './ports/secret-clipboard.ts';
import { createSecretWriter } from './ports/secret-marks.ts';
import { createSecretStore } from './ports/secret-store.ts';
import { guardQuit } from './quit-guard.ts';
import { hardenSession } from './security.ts';
import { pageAtStart, readPageRequest, readSettings } from './shell-state.ts';
import { boxOf, shellWords } from './texts.ts';
import { createElectronUpdates } from './updater/electron-updates.ts';
import type { Updates } from './updater/updates.ts';

/** out/, where the build puts main/, preload/ and renderer/ side by side. */
const outFolder = join(import.meta.dirname, '..');
const iconFile = join(app.getAppPath(), 'resources', 'icon.png');

/** The window, the core and the wires between them: everything that lives as long as the app does. */
class Shell {
  readonly #options: LaunchOptions;
  readonly #logger: Logger;
  readonly #sandbox: SandboxHandle;
  readonly #updates: Updates;
  readonly #secrets = createSecretStore();
  readonly #clipboard = createSecretClipboard(clipboard, createSecretWriter(clipboard, ClipboardItem));
  readonly #core: Core;
  #window: BrowserWindow | null = null;
  /** The first page is shown; from here on the core says which one. */
  #isOpen = false;
  #language: Language = shellLanguage('system');
  readonly #t = shellWords(() => this.#language);
  readonly #lastStartFile: string;
  #lastStart: LastStart | null;

  constructor(options: LaunchOptions) {
    const userData = app.getPath('userData');
    this.#options = options;
    this.#lastStartFile = join(userData, 'last-start.json');
    this.#lastStart = options.trySandbox ? null : readLastStart(this.#lastStartFile);
    this.#logger = createFileLogger(join(userData, 'logs'), Date.now);
    this.#sandbox = createSandboxHost(join(userData, 'sandbox'), options.sandboxControl);
    this.#updates = createElectronUpdates(this.#logger);
    if (options.sandboxControl) offerSandboxControl(this.#sandbox);
    guardProcess(this.#guard);
    this.#core = keepCore({
      ...this.#guard,
      start: (onDeath) => this.#startCore(onDeath),
      onDeath: (isBack) => this.#afterDeath(isBack),
    });
  }

  /** Opens the window on the right page. The core is starting meanwhile. */
  async open(): Promise<void> {
    hardenSession(session.defaultSession, this.#options.rendererUrl !== null);
    serveApp(join(outFolder, 'renderer'), this.#options.rendererUrl);
    openDoor({ window: () => this.#window, core: this.#core });
    const last = this.#lastStart;
    if (last !== null) nativeTheme.themeSource = last.theme;
    // Before there is a window: it is laid out once, with its menu.
    this.#speak(shellLanguage(last?.language));
    const window = this.#createWindow();
    // The page of the last time is read and drawn, empty, while the core starts; what it asks waits for the core.
    const early = last === null ? null : showPage(window, last.page);
    try {
      await this.#core.started;
      // Closed before it could be used.
      if (window.isDestroyed()) return;
      await this.#applySettings();
      if (this.#options.trySandbox) await this.#core.handle({ name: 'account.signInSandbox', input: {} });
      const page = pageAtStart(await this.#core.handle({ name: 'account.state', input: {} }));
      await early;
      if (last?.page !== page) await showPage(window, page);
      this.#isOpen = true;
      this.#noteStart(page);
    } catch (error) {
      if (!window.isDestroyed()) await this.#giveUp(error);
    }
  }

  #noteStart(page: LastStart['page']): void {
    const now: LastStart = { page, theme: nativeTheme.themeSource, language: this.#language };
    if (JSON.stringify(now) === JSON.stringify(this.#lastStart)) return;
    this.#lastStart = now;
    writeLastStart(this.#lastStartFile, now);
  }

  /** Without the core there is nothing to show but why. */
  async #giveUp(error: unknown): Promise<void> {
    // Nothing secret is known this early, so the message may be written down.
    const text = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown';
    this.#logger.error('start failed', { error: text });
    const { message, detail } = boxOf(this.#t, 'cannotStart');
    await dialog.showMessageBox({
      type: 'error',
      message,
      detail: `${detail}\n${app.getPath('userData')}\n\n${text}`,
    });
    app.exit(1);
  }

  focus(): void {
    if (this.#window !== null) focusWindow(this.#window);
  }

  /** Brings the user to what a notification was about. */
  #openNotified(target: string | null): void {
    this.focus();
    const [what, id] = (target ?? '').split('/');
    if (what !== 'alerts') return;
    const input = { alertId: id === undefined ? null : Number(id) };
    void this.#core.handle({ name: 'alerts.open', input });
  }

  get #guard() {
    return { logger: this.#logger, t: this.#t, now: Date.now };
  }

  #startCore(onDeath: (error: unknown) => void): Core {
    const userData = app.getPath('userData');
    return startCoreThread({
      folder: import.meta.dirname,
      data: {
        paths: { data: join(userData, 'data'), backups: join(userData, 'backups') },
        appVersion: app.getVersion(),
      },
      ports: createPorts({
        logger: this.#logger,
        secrets: this.#secrets,
        clipboard: this.#clipboard,
        sandbox: this.#sandbox,
        updates: this.#updates,
        window: () => this.#window,
        onNotificationClick: (target) => this.#openNotified(target),
      }),
      systemLocale: app.whenReady().then(systemLocale),
      onEvent: ({ name, payload }) => this.#onCoreEvent(name, payload),
      onDeath,
    });
  }

  /** What the page shows may be older than what the next core finds on the disk. */
  #afterDeath(isBack: boolean): void {
    const window = this.#window;
    if (window === null) return;
    if (isBack) window.webContents.reload();
    const box = boxOf(this.#t, isBack ? 'coreCrashed' : 'coreKeepsCrashing');
    void dialog.showMessageBox(window, { type: 'warning', ...box });
  }

  #createWindow(): BrowserWindow {
    const window = createMainWindow({
      preload: join(outFolder, 'preload', 'index.cjs'),
      icon: iconFile,
      placeFile: join(app.getPath('userData'), 'window.json'),
    });
    this.#window = window;
    window.once('show', () => this.#logger.info('window shown', { packaged: app.isPackaged }));
    window.once('closed', () => {
      this.#window = null;
    });
    offerEditMenu(window, this.#t);
    guardPage(window, this.#guard);
    guardQuit(window, {
      hasChargeInFlight: () => this.#core.hasChargeInFlight(),
      t: this.#t,
      close: async () => {
        session.defaultSession.flushStorageData();
        this.#updates.beforeQuit(this.#core.hasChargeInFlight());
        // The database before all else, and none of them waits for another to succeed.
        await Promise.allSettled([this.#core.close(), this.#clipboard.wipeNow()]);
        await this.#sandbox.close();
      },
      hasStuckThread: () => this.#secrets.isBusy(),
    });
    return window;
  }

  #showAbout(): Promise<void> {
    return showAbout({ window: this.#window, core: this.#core, t: this.#t, icon: iconFile }).catch(() => undefined);
  }

  #onCoreEvent(name: string, payload: unknown): void {
    if (name === 'account.page') {
      const request = readPageRequest(payload);
      if (request !== null && this.#window !== null && this.#isOpen) {
        void showPage(this.#window, request.page, request.accountId).then((isShown) => {
          if (isShown) this.#noteStart(request.page);
        });
      }
      return;
    }
    if (name === 'settings.changed') this.#adoptSettings(payload);
    sendEvent(this.#window, name, payload);
  }

  async #applySettings(): Promise<void> {
    const result = await this.#core.handle({ name: 'settings.get', input: {} });
    this.#adoptSettings(result.ok ? result.value : null);
  }

  #adoptSettings(value: unknown): void {
    const { language, theme } = readSettings(value);
    nativeTheme.themeSource = theme;
    const spoken = shellLanguage(language);
    if (spoken !== this.#language) this.#speak(spoken);
    if (this.#lastStart !== null) this.#noteStart(this.#lastStart.page);
  }

  /** The shell's own words from here on. */
  #speak(language: Language): void {
    this.#language = language;
    const ask = (name: string) => () => void this.#core.handle({ name, input: {} });
    const actions = {
      addAccount: ask('account.openWelcome'),
      showDataFolder: ask('system.showDataFolder'),
      showAbout: () => void this.#showAbout(),
    };
    setMenu(this.#t, actions, !app.isPackaged);
  }
}

/** For tests, which run code in this process and find it here; never in a packaged build (launch-options.ts). */
const offerSandboxControl = (sandbox: SandboxHandle): void => {
  Reflect.set(globalThis, 'sandboxControlUrl', sandbox.controlUrl);
};

export const startShell = async (options: LaunchOptions): Promise<void> => {
  const shell = new Shell(options);
  app.on('second-instance', () => shell.focus());
  app.on('window-all-closed', () => app.quit());
  await app.whenReady();
  await shell.open();
};
