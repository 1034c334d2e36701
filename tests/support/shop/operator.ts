import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox } from '#sandbox/index.ts';
import type { AppError, Result } from '#shared/result.ts';
import { askAndLeave, goToWelcome, launchDesk, type RunningDesk } from '../electron-app.ts';
import type { Ask } from '../kills/orders.ts';
import { type FaultyWay, startFaultyWay } from '../shared-desk/faulty-way.ts';

/** What the app answered, where it did not do what it was asked. */
export class Refused extends Error {
  readonly asked: string;
  readonly kind: AppError['kind'];
  readonly code: string | undefined;
  constructor(asked: string, { kind, message, details }: AppError) {
    super(`${asked}: ${kind} ${details?.code ?? ''} ${message}`);
    [this.asked, this.kind, this.code] = [asked, kind, details?.code];
  }
}

/** A person at a computer of their own: the real window, with its own way to the shared database. */
export interface Operator {
  readonly name: string;
  readonly way: FaultyWay;
  readonly folder: string;
  /** Through the bridge of the page. Throws `Refused`, or what a window that is gone throws. */
  readonly ask: Ask;
  readonly desk: () => RunningDesk;
  /** As a power cut ends it. */
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** `appFolder`: of another version, that this one works beside. */
export const openOperator = async (
  name: string,
  sandbox: Sandbox,
  { databasePort, appFolder }: { readonly databasePort: number; readonly appFolder?: string | undefined },
): Promise<Operator> => {
  const folder = await mkdtemp(join(tmpdir(), 'desk-shop-'));
  const way = await startFaultyWay(databasePort);
  const launched = { userDataDir: folder, isPlayed: true, appFolder };
  let desk = await launchDesk(launched);
  const ask: Ask = async (asked, input) => {
    const result = (await desk.page.evaluate(
      ([procedure, value]) => window.desk.invoke(procedure as 'system.info', value as Record<string, never>),
      [asked, input] as const,
    )) as Result<unknown>;
    if (!result.ok) throw new Refused(asked, result.error);
    return result.value as never;
  };
  const onDesk = async (): Promise<void> => {
    await desk.page.waitForURL('app://desk/');
    await desk.page.getByRole('navigation').waitFor({ timeout: 60_000 });
  };

  await goToWelcome(desk.page);
  const { baseUrl, token } = sandbox;
  await askAndLeave(desk.page, 'account.signIn', { baseUrl, token, label: 'Shop' });
  await onDesk();
  await ask('settings.update', { language: 'en', theme: 'light', requestsPerSecond: 20 });

  return {
    ...{ name, way, folder, ask },
    desk: () => desk,
    kill: async () => {
      const child = desk.app.process();
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
    },
    start: async () => {
      desk = await launchDesk(launched);
      await onDesk();
    },
    close: async () => {
      await desk.close();
      await way.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
};
