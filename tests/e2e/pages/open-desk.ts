import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { ProcedureInput, ProcedureName, ProcedureOutput } from '#shared/contract/index.ts';
import type { Result } from '#shared/result.ts';
import {
  askAndLeave,
  goToWelcome,
  type LaunchOptions,
  launchDesk,
  type RunningDesk,
} from '../../support/electron-app.ts';

export type Call = <N extends ProcedureName>(name: N, input: ProcedureInput<N>) => Promise<ProcedureOutput<N>>;

/** Sends requests as the page does, for data that a test needs but is not about. `page` is called for each request. */
export const callFrom =
  (page: () => Page): Call =>
  async <N extends ProcedureName>(name: N, input: ProcedureInput<N>): Promise<ProcedureOutput<N>> => {
    const result = (await page().evaluate(
      ([procedure, value]) => window.desk.invoke(procedure as never, value as never),
      [name, input] as const,
    )) as Result<ProcedureOutput<N>>;
    if (!result.ok) throw new Error(`${name}: ${result.error.kind}`);
    return result.value;
  };

/** Sets English, the light theme, and a pace without waits. */
export const settle = (page: Page) =>
  callFrom(() => page)('settings.update', { language: 'en', theme: 'light', requestsPerSecond: 20 });

/** Returns what the window shows, as the app reports it and not the debugger of the test. */
const shownBy = ({ app }: RunningDesk): Promise<string> =>
  app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    return window?.webContents.executeJavaScript(`(async () => {
      const late = new Promise((done) => setTimeout(done, 2_000, 'no answer'));
      const asked = window.desk?.invoke('account.state', '{}') ?? 'no bridge';
      const account = await Promise.race([asked, late]);
      const html = document.documentElement.outerHTML;
      return [location.href, document.readyState, account, html].join(' ');
    })()`) as Promise<string>;
  });

/** Opens the app in a window of its own on the sandbox. */
export const openSandboxDesk = async (options: LaunchOptions = {}): Promise<RunningDesk> => {
  const desk = await launchDesk({ ...options, args: [...(options.args ?? []), '--try-sandbox'] });
  try {
    await desk.page.waitForURL('app://desk/');
    // A loaded page is not drawn yet, and keys pressed before that would be lost.
    await desk.page.getByRole('navigation').waitFor({ timeout: 30_000 });
    await settle(desk.page);
    return desk;
  } catch (error) {
    const shown = await Promise.race([shownBy(desk).catch(String), setTimeout(5_000, 'no answer')]);
    // Nobody else can close this app; its evidence is printed as well.
    await desk.close({ isFailed: true });
    process.stderr.write(`The page shows: ${shown.slice(0, 2_000)}\n`);
    throw error;
  }
};

export interface ServiceAccess {
  readonly baseUrl: string;
  readonly token: string;
}

/** Adds the account without its form, from either page. */
export const signInTo = async (page: Page, { baseUrl, token }: ServiceAccess, label: string): Promise<void> => {
  await goToWelcome(page);
  await askAndLeave(page, 'account.signIn', { baseUrl, token, label });
  await page.getByRole('button', { name: new RegExp(`: ${label}$`) }).waitFor();
};

/** Opens the app in a window of its own, signed in to this service. */
export const openServiceDesk = async (service: ServiceAccess, label: string): Promise<RunningDesk> => {
  const desk = await launchDesk();
  await signInTo(desk.page, service, label);
  await settle(desk.page);
  return desk;
};

/** Opens a screen by its name in the navigation. */
export const goTo = (page: Page, screen: string): Promise<void> =>
  page.getByRole('navigation').getByText(screen, { exact: true }).click();
