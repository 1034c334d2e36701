import { statSync } from 'node:fs';
import { join } from 'node:path';
import { app, type BrowserWindow, ClipboardItem, clipboard, dialog, nativeImage, nativeTheme, session } from 'electron';
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
import { createHelpWindow } from './help-window.ts';
import { handleRequests, sendEvent } from './ipc.ts';
import { type KeptCore, keepCore } from './keep-core.ts';
import { createKeptAnswers } from './kept-answers.ts';
import { shellLanguage, systemLocale } from './language.ts';
import { type LastStart, readLastStart, writeLastStart } from './last-start.ts';
import { HIDDEN, type LaunchOptions } from './launch-options.ts';
import { createMainWindow, reloadPage, showPage } from './main-window.ts';
import { setMenu } from './menu.ts';
import type { PageAbout } from './pages.ts';
import { createClipboardImages } from './ports/clipboard-images.ts';
import { createFileLogger } from './ports/logger.ts';
import { createSandboxHost, type SandboxHandle } from './ports/sandbox-host.ts';
import { createSecretClipboard } from './ports/secret-clipboard.ts';
import { createSecretWriter } from './ports/secret-marks.ts';
import { createSecretStore } from './ports/secret-store.ts';
import { guardQuit } from './quit-guard.ts';
import { hardenSession } from './security.ts';
import { type PageRequest, pageAtStart, readPageRequest, readSettings } from './shell-state.ts';
import { focusWindow } from './show-window.ts';
import { boxOf, shellWords, startFailureBox } from './texts.ts';
import { createElectronUpdates } from './updater/electron-updates.ts';
import type { Updates } from './updater/updates.ts';

/** The folder out/, where the build puts main/, preload/ and renderer/ side by side. */
const outFolder = join(import.meta.dirname, '..');
const iconFile = join(app.getAppPath(), 'resources', 'icon.png');

/** Connects the window and the core, and owns everything that lives as long as the app. */
class Shell {
  readonly #options: LaunchOptions;
  readonly #logger: Logger;
  readonly #sandbox: SandboxHandle;
  readonly #updates: Updates;
  readonly #secrets = createSecretStore();
  readonly #clipboard = createSecretClipboard(
    clipboard,
    createSecretWriter(clipboard, ClipboardItem),
    createClipboardImages(clipboard, ClipboardItem, (png) => nativeImage.createFromBuffer(png)),
  );
  readonly #core: KeptCore;
  readonly #kept: ReturnType<typeof createKeptAnswers>;
  #window: BrowserWindow | null = null;
  /** Whether the first page is shown. From then on the core decides which one. */
  #isOpen = false;
  #language: Language = shellLanguage('system');
  readonly #t = shellWords(() => this.#language);
  readonly #help = createHelpWindow({ icon: iconFile, t: this.#t, language: () => this.#language });
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
      this.#kept.close();
      // The database is closed first. A failure of one must not stop the others.
      await Promise.allSettled([this.#core.close(), this.#clipboard.wipeNow()]);
      await this.#sandbox.close();
    },
    hasStuckThread: () => this.#secrets.isBusy(),
  });
  readonly #graphics: ReturnType<typeof guardGraphics>;
  readonly #lastStartFile: string;
  #lastStart: LastStart | null;
  /** Whether the page is drawn from kept answers while the core has not started. */
  readonly #isDrawnFirst: boolean;

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
    this.#kept = createKeptAnswers({
      file: join(userData, 'data', 'first-answers.json'),
      build: buildOf(import.meta.dirname),
      ask: (name, input) => this.#core.ask(name, input),
      tell: (name, payload) => sendEvent(this.#window, name, payload),
    });
    // With kept answers the page is drawn first, because core and page would otherwise compete for the processor.
    this.#isDrawnFirst = !options.hidden && this.#lastStart?.page === 'desk' && this.#kept.take();
    if (!this.#isDrawnFirst) this.#core.begin();
  }

  /**
   * Opens the window on the right page, while the core is starting. With `--hidden` it opens no window if there is a
   * tray.
   */
  async open(): Promise<void> {
    hardenSession(session.defaultSession, this.#options.rendererUrl !== null);
    serveApp({
      folder: join(outFolder, 'renderer'),
      rendererUrl: this.#options.rendererUrl,
      page: () => `${this.#language}.html`,
    });
    handleRequests({
      window: () => this.#window,
      core: this.#core,
      keptAnswer: this.#kept.answer,
      noteAnswer: this.#kept.note,
    });
    const last = this.#lastStart;
    if (last !== null) nativeTheme.themeSource = last.theme;
    // Set the language before the window exists, because the menu is part of its layout.
    this.#speak(shellLanguage(last?.language));
    const window = this.#options.hidden ? null : this.#createWindow();
    // The page of the last start is loaded empty while the core starts. Its requests wait for the core.
    const early = last === null || window === null ? null : showPage(window, last.page);
    if (this.#isDrawnFirst && window !== null) await drawn(window);
    try {
      const { settings, account: known } = await this.#core.started;
      // The user closed the window before the core had started.
      if (window?.isDestroyed() === true) return;
      this.#adoptSettings(settings.ok ? settings.value : null);
      const page = pageAtStart(this.#options.trySandbox ? await this.#trySandbox() : known);
      await early;
      if (window !== null && last?.page !== page) await showPage(window, page);
      this.#isOpen = true;
      if (this.#isDrawnFirst) await this.#kept.settle();
      this.#kept.keepSoon();
      this.#noteStart({ page });
      this.#trayFacts.read();
      this.#graphics.tell();
      if (window === null) await this.#openHidden();
    } catch (error) {
      if (window?.isDestroyed() !== true) await this.#giveUp(error);
    }
  }

  /** Signs in to the sandbox and returns the accounts. */
  async #trySandbox(): Promise<Result<unknown>> {
    await this.#core.handle({ name: 'account.signInSandbox', input: {} });
    return this.#core.handle({ name: 'account.state', input: {} });
  }

  /** Shows the tray icon, or a minimised window if nothing else would show that the app is running. */
  async #openHidden(): Promise<void> {
    if (this.#background.isOn() && (await this.#tray.show())) return;
    this.showWindow({ minimised: true });
  }

  /** Shows the window, or creates it if it was closed. A new window's page opens at `about`. */
  showWindow({ minimised = false, about }: { readonly minimised?: boolean; readonly about?: PageAbout } = {}): void {
    if (this.#window !== null) {
      focusWindow(this.#window);
      return;
    }
    // The app is still starting.
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

  /** Tells the user why the core cannot start and quits, because the window is useless without it. */
  async #giveUp(error: unknown): Promise<void> {
    // No secret is known this early, so the message can be logged.
    const text = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown';
    this.#logger.error('start failed', { error: text });
    const { message, detail } = startFailureBox(this.#t, error);
    await dialog.showMessageBox({
      type: 'error',
      message,
      detail: `${detail}\n${app.getPath('userData')}\n\n${text}`,
    });
    app.exit(1);
  }

  /** Shows the user the subject of a notification. */
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
        isStrict: !app.isPackaged,
        botApi: this.#options.botApi,
      },
      ports: createPorts({
        logger: this.#logger,
        secrets: this.#secrets,
        clipboard: this.#clipboard,
        sandbox: this.#sandbox,
        updates: this.#updates,
        window: () => this.#window,
        showHelp: this.#help.show,
        onNotificationClick: (target) => this.#openNotified(target),
        loginArguments: this.#options.userDataDir === null ? [] : [`--user-data-dir=${userData}`],
      }),
      systemLocale: app.whenReady().then(systemLocale),
      onEvent: ({ name, payload }) => this.#onCoreEvent(name, payload),
      onDeath,
    });
  }

  /**
   * Reloads the page after the core died: its contents may be older than the data that the next core finds on the disk.
   */
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
      this.#help.close();
    });
    offerEditMenu(window, this.#t);
    guardPage(window, this.#guard);
    this.#quitGuard.guard(window, () => this.#background.keep(window));
    return window;
  }

  /** Returns whether the app keeps running without a window. */
  staysOpen(): boolean {
    return this.#background.isOn();
  }

  #showAbout(): Promise<void> {
    return showAbout({ window: this.#window, core: this.#core, t: this.#t, icon: iconFile }).catch(() => undefined);
  }

  #onCoreEvent(name: string, payload: unknown): void {
    this.#kept.onEvent(name, payload);
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
    // If there is no window, the next one opens on this page.
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

  /** Changes the language of the shell's own texts. */
  #speak(language: Language): void {
    this.#language = language;
    const ask = (name: string) => () => void this.#core.handle({ name, input: {} });
    const actions = {
      addAccount: ask('account.openWelcome'),
      showDataFolder: ask('system.showDataFolder'),
      showManual: () => this.#help.show('manual'),
      showWhatsNew: () => this.#help.show('changes'),
      showAbout: () => void this.#showAbout(),
    };
    setMenu(this.#t, actions, !app.isPackaged);
    this.#help.changeLanguage();
    this.#tray.redraw();
  }
}

/** The core starts after this time even if the page has not been painted. */
const DRAWN_WITHIN_MS = 1_500;

/** Resolves when the page was painted for the first time, or after `DRAWN_WITHIN_MS`. */
const drawn = (window: BrowserWindow): Promise<void> =>
  new Promise((resolve) => {
    window.once('ready-to-show', () => resolve());
    window.once('closed', () => resolve());
    setTimeout(resolve, DRAWN_WITHIN_MS).unref();
  });

/** Identifies the build: by its version and, while it is developed, by the time when it was built. */
const buildOf = (folder: string): string =>
  app.isPackaged ? app.getVersion() : `${app.getVersion()} ${statSync(join(folder, 'thread.cjs')).mtimeMs}`;

/**
 * Publishes the control address for tests, which run code in this process; never in a packaged build
 * (launch-options.ts).
 */
const offerSandboxControl = (sandbox: SandboxHandle): void => {
  Reflect.set(globalThis, 'sandboxControlUrl', sandbox.controlUrl);
};

/** Starts the shell once Electron is ready. A second start of the app shows the window of this one. */
export const startShell = async (options: LaunchOptions): Promise<void> => {
  const shell = new Shell(options);
  app.on('second-instance', (_event, args) => {
    if (!args.includes(HIDDEN)) shell.showWindow();
  });
  // macOS: a click on the icon in the Dock.
  app.on('activate', () => shell.showWindow());
  app.on('window-all-closed', () => {
    if (!shell.staysOpen()) app.quit();
  });
  await app.whenReady();
  await shell.open();
};
