import { join } from 'node:path';
import { app, type BrowserWindow, ClipboardItem, clipboard, dialog, nativeTheme, session } from 'electron';
import type { Logger } from '#core/ports.ts';
import type { Language } from '#shared/domain/language.ts';
import type { Result } from '#shared/result.ts';
import { showAbout } from './about.ts';
import { serveApp } from './app-protocol.ts';
import { createBackground } from './background/background.ts';
import { createDeskTray } from './background/desk-tray.ts';
import { createTrayFacts } from './background/tray-facts.ts';
import { type ShellCore, startCoreThread } from './core-thread.ts';
import { guardPage, guardProcess } from './crash-guard.ts';
import { createPorts } from './create-ports.ts';
import { offerEditMenu } from './edit-menu.ts';
import { guardGraphics } from './graphics-guard.ts';
import { openDoor, sendEvent } from './ipc.ts';
import { keepCore } from './keep-core.ts';
import { shellLanguage, systemLocale } from './language.ts';
import { type LastStart, readLastStart, writeLastStart } from './last-start.ts';
import { HIDDEN, type LaunchOptions } from './launch-options.ts';
import { createMainWindow, focusWindow, reloadPage, showPage } from './main-window.ts';
import { setMenu } from './menu.ts';
import type { PageAbout } from './pages.ts';
import { createFileLogger } from './ports/logger.ts';
import { createSandboxHost, type SandboxHandle } from './ports/sandbox-host.ts';
import { createSecretClipboard } from './ports/secret-clipboard.ts';
import { createSecretWriter } from './ports/secret-marks.ts';
import { createSecretStore } from './ports/secret-store.ts';
import { guardQuit } from './quit-guard.ts';
import { hardenSession } from './security.ts';
import { type PageRequest, pageAtStart, readPageRequest, readSettings } from './shell-state.ts';
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
  readonly #core: ShellCore;
  #window: BrowserWindow | null = null;
  /** The first page is shown; from here on the core says which one. */
  #isOpen = false;
  #language: Language = shellLanguage('system');
  readonly #t = shellWords(() => this.#language);
  readonly #tray = createDeskTray({
    icon: iconFile,
    t: this.#t,
    locale: () => this.#language,
    actions: {
      open: () => this.showWindow(),
      showAlerts: () => this.#openNotified('alerts'),
      setPaused: (paused) => void this.#core.handle({ name: 'settings.update', input: { paused } }),
      quit: () => app.quit(),
    },
  });
  readonly #background = createBackground({
    tray: this.#tray,
    t: this.#t,
    hasChargeInFlight: () => this.#core.hasChargeInFlight(),
    wasTold: () => this.#lastStart?.toldBackground === true,
    noteTold: () => this.#noteStart({ toldBackground: true }),
  });
  readonly #trayFacts = createTrayFacts((request) => this.#core.handle(request), this.#tray.tell);
  readonly #quitGuard = guardQuit({
    window: () => this.#window,
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
  readonly #graphics: ReturnType<typeof guardGraphics>;
  readonly #lastStartFile: string;
  #lastStart: LastStart | null;

  constructor(options: LaunchOptions) {
    const userData = app.getPath('userData');
    this.#options = options;
    this.#lastStartFile = join(userData, 'last-start.json');
    this.#lastStart = options.trySandbox ? null : readLastStart(this.#lastStartFile);
    this.#logger = createFileLogger(join(userData, 'logs'), Date.now);
    this.#sandbox = createSandboxHost({
      folder: import.meta.dirname,
      stateDir: join(userData, 'sandbox'),
      control: options.sandboxControl,
      withPast: options.sandboxPast,
      logger: this.#logger,
    });
    this.#updates = createElectronUpdates(this.#logger);
    if (options.sandboxControl) offerSandboxControl(this.#sandbox);
    guardProcess(this.#guard);
    this.#graphics = guardGraphics({
      ...this.#guard,
      window: () => this.#window,
      hasChargeInFlight: () => this.#core.hasChargeInFlight(),
      setAcceleration: (hardwareAcceleration) =>
        void this.#core.handle({ name: 'settings.update', input: { hardwareAcceleration } }),
    });
    this.#core = keepCore({
      ...this.#guard,
      start: (onDeath) => this.#startCore(onDeath),
      onDeath: (isBack) => this.#afterDeath(isBack),
    });
  }

  /**
   * Opens the window on the right page, or the desk without one (`--hidden`, where there is a tray). The core is starting
   * meanwhile.
   */
  async open(): Promise<void> {
    hardenSession(session.defaultSession, this.#options.rendererUrl !== null);
    serveApp(join(outFolder, 'renderer'), this.#options.rendererUrl);
    openDoor({ window: () => this.#window, core: this.#core });
    const last = this.#lastStart;
    if (last !== null) nativeTheme.themeSource = last.theme;
    // Before there is a window: it is laid out once, with its menu.
    this.#speak(shellLanguage(last?.language));
    const window = this.#options.hidden ? null : this.#createWindow();
    // The page of the last time is read and drawn, empty, while the core starts; what it asks waits for the core.
    const early = last === null || window === null ? null : showPage(window, last.page);
    try {
      const { settings, account: known } = await this.#core.started;
      // Closed before it could be used.
      if (window?.isDestroyed() === true) return;
      this.#adoptSettings(settings.ok ? settings.value : null);
      const page = pageAtStart(this.#options.trySandbox ? await this.#trySandbox() : known);
      await early;
      if (window !== null && last?.page !== page) await showPage(window, page);
      this.#isOpen = true;
      this.#noteStart({ page });
      this.#trayFacts.read();
      this.#graphics.tell();
      if (window === null) await this.#openHidden();
    } catch (error) {
      if (window?.isDestroyed() !== true) await this.#giveUp(error);
    }
  }

  /** Answers with the accounts as they are then. */
  async #trySandbox(): Promise<Result<unknown>> {
    await this.#core.handle({ name: 'account.signInSandbox', input: {} });
    return this.#core.handle({ name: 'account.state', input: {} });
  }

  /** Where nothing shows that the desk is there, its window does, minimised. */
  async #openHidden(): Promise<void> {
    if (this.#background.isOn() && (await this.#tray.show())) return;
    this.showWindow({ minimised: true });
  }

  /** Brings the window up, or makes it anew where it was closed; then the page begins with what it is about. */
  showWindow({ minimised = false, about }: { readonly minimised?: boolean; readonly about?: PageAbout } = {}): void {
    if (this.#window !== null) {
      focusWindow(this.#window);
      return;
    }
    // The start has not come so far.
    if (!this.#isOpen) return;
    void showPage(this.#createWindow(minimised), this.#lastStart?.page ?? 'welcome', about);
  }

  #noteStart(known: Partial<LastStart>): void {
    const before = this.#lastStart ?? { page: 'welcome', toldBackground: false };
    const now: LastStart = { ...before, ...known, theme: nativeTheme.themeSource, language: this.#language };
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

  /** Brings the user to what a notification was about. */
  #openNotified(target: string | null): void {
    const [what, id = ''] = (target ?? '').split('/');
    const isAlert = what === 'alerts';
    const hadWindow = this.#window !== null;
    this.showWindow(isAlert ? { about: { alert: id } } : {});
    if (isAlert && hadWindow) {
      void this.#core.handle({ name: 'alerts.open', input: { alertId: id === '' ? null : Number(id) } });
    }
  }

  get #guard() {
    return { logger: this.#logger, t: this.#t, now: Date.now };
  }

  #startCore(onDeath: (error: unknown) => void): ShellCore {
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
        loginArguments: this.#options.userDataDir === null ? [] : [`--user-data-dir=${userData}`],
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
    if (isBack) reloadPage(window);
    const box = boxOf(this.#t, isBack ? 'coreCrashed' : 'coreKeepsCrashing');
    void dialog.showMessageBox(window, { type: 'warning', ...box });
  }

  #createWindow(minimised = false): BrowserWindow {
    const window = createMainWindow({
      preload: join(outFolder, 'preload', 'index.cjs'),
      icon: iconFile,
      placeFile: join(app.getPath('userData'), 'window.json'),
      minimised,
    });
    this.#window = window;
    window.once('show', () => this.#logger.info('window shown', { packaged: app.isPackaged }));
    window.once('closed', () => {
      this.#window = null;
    });
    offerEditMenu(window, this.#t);
    guardPage(window, this.#guard);
    this.#quitGuard.guard(window, () => this.#background.keep(window));
    return window;
  }

  /** Whether the desk goes on when no window is left. */
  staysOpen(): boolean {
    return this.#background.isOn();
  }

  #showAbout(): Promise<void> {
    return showAbout({ window: this.#window, core: this.#core, t: this.#t, icon: iconFile }).catch(() => undefined);
  }

  #onCoreEvent(name: string, payload: unknown): void {
    if (name === 'account.page') {
      const request = readPageRequest(payload);
      if (request !== null && this.#isOpen) void this.#changePage(request);
      return;
    }
    if (name === 'settings.changed') this.#adoptSettings(payload);
    this.#trayFacts.onEvent(name);
    sendEvent(this.#window, name, payload);
  }

  async #changePage({ page, accountId }: PageRequest): Promise<void> {
    const about = accountId === undefined ? {} : { account: accountId };
    // Without a window the next one begins with it.
    if (this.#window === null || (await showPage(this.#window, page, about))) this.#noteStart({ page });
  }

  #adoptSettings(value: unknown): void {
    const { language, theme, closeToTray, hardwareAcceleration } = readSettings(value);
    this.#background.set(closeToTray);
    this.#graphics.adopt(hardwareAcceleration);
    nativeTheme.themeSource = theme;
    const spoken = shellLanguage(language);
    if (spoken !== this.#language) this.#speak(spoken);
    if (this.#lastStart !== null) this.#noteStart({});
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
    this.#tray.redraw();
  }
}

/** For tests, which run code in this process and find it here; never in a packaged build (launch-options.ts). */
const offerSandboxControl = (sandbox: SandboxHandle): void => {
  Reflect.set(globalThis, 'sandboxControlUrl', sandbox.controlUrl);
};

export const startShell = async (options: LaunchOptions): Promise<void> => {
  const shell = new Shell(options);
  app.on('second-instance', (_event, args) => {
    if (!args.includes(HIDDEN)) shell.showWindow();
  });
  // A click on the icon in the Dock of a Mac.
  app.on('activate', () => shell.showWindow());
  app.on('window-all-closed', () => {
    if (!shell.staysOpen()) app.quit();
  });
  await app.whenReady();
  await shell.open();
};
