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

/** Asks the core as the page does, for what a test needs but is not about. `page` is asked for at each call. */
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

/** English, light, and no waiting for the pacer. */
export const settle = (page: Page) =>
  callFrom(() => page)('settings.update', { language: 'en', theme: 'light', requestsPerSecond: 20 });

/** What the window shows, by the app's own word and not by the debugger that a test looks through. */
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

/** The app in a window of its own, open on the sandbox. */
export const openSandboxDesk = async (options: LaunchOptions = {}): Promise<RunningDesk> => {
  const desk = await launchDesk({ ...options, args: [...(options.args ?? []), '--try-sandbox'] });
  try {
    await desk.page.waitForURL('app://desk/');
    // Loaded is not drawn: keys pressed before would go nowhere.
    await desk.page.getByRole('navigation').waitFor({ timeout: 30_000 });
    await settle(desk.page);
    return desk;
  } catch (error) {
    const shown = await Promise.race([shownBy(desk).catch(String), setTimeout(5_000, 'no answer')]);
    // Nobody else has it to close; what page and app did is told with that.
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

/** The app in a window of its own, signed in to this service. */
export const openServiceDesk = async (service: ServiceAccess, label: string): Promise<RunningDesk> => {
  const desk = await launchDesk();
  await signInTo(desk.page, service, label);
  await settle(desk.page);
  return desk;
};

/** A screen by its name in the navigation. */
export const goTo = (page: Page, screen: string): Promise<void> =>
  page.getByRole('navigation').getByText(screen, { exact: true }).click();
