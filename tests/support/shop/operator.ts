import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientRow } from '#shared/contract/clients.ts';
import type { Order } from '#shared/contract/purchases.ts';
import type { AppError, Result } from '#shared/result.ts';
import { askAndLeave, goToWelcome, launchDesk, type RunningDesk } from '../electron-app.ts';
import type { Ask } from '../kills/orders.ts';
import { type FaultyWay, startFaultyWay } from '../shared-desk/faulty-way.ts';
import type { ShopService } from './service.ts';

/** An answer with which the app refused a request. */
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
  /** Sends requests through the bridge of the page. Throws `Refused`, or the error of a window that is gone. */
  readonly ask: Ask;
  readonly desk: () => RunningDesk;
  /** Records that this person agrees to pay for one thing, once. The request has to follow right after. */
  agree(kind: Order['kind'], client: ClientRow): void;
  /** The agreements, as `agreementOf` writes them. */
  readonly agreed: readonly string[];
  /** Ids of the deeds that can be undone in this window. */
  readonly undos: number[];
  /** Ends the app as a power cut does. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Quits as the user does, and then starts the app again in this version. */
  restartUpdated(): Promise<void>;
  /** Quits as the user does; the files stay. */
  quit(): Promise<void>;
  /** Ends the app for good, whatever its state, and deletes its files. */
  close(): Promise<void>;
}

/** Whether the error comes from a window that was killed in the meantime. */
export const isGone = (error: unknown): boolean => /closed|crashed|destroyed/.test(String(error));

/** Describes one thing that somebody has agreed to pay for. */
export const agreementOf = (kind: string, messengerId: number | null, clientKey: string | null): string =>
  `${kind} ${messengerId} ${clientKey}`;

/** `appFolder` is the folder of another version, which works beside this one. */
export const openOperator = async (
  name: string,
  service: Pick<ShopService, 'baseUrl' | 'token'>,
  { databasePort, appFolder }: { readonly databasePort: number; readonly appFolder?: string | undefined },
): Promise<Operator> => {
  const folder = await mkdtemp(join(tmpdir(), 'desk-shop-'));
  const way = await startFaultyWay(databasePort);
  const launched = { userDataDir: folder, isScripted: true, appFolder };
  const agreed: string[] = [];
  const undos: number[] = [];
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
  const { baseUrl, token } = service;
  await askAndLeave(desk.page, 'account.signIn', { baseUrl, token, label: 'Shop' });
  await onDesk();
  await ask('settings.update', { language: 'en', theme: 'light', requestsPerSecond: 20 });

  let isOpen = true;
  const start = async (): Promise<void> => {
    desk = await launchDesk(launched);
    isOpen = true;
    await onDesk();
  };
  const kill = async (): Promise<void> => {
    const child = desk.app.process();
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
    isOpen = false;
  };
  return {
    name,
    way,
    folder,
    ask,
    agreed,
    undos,
    desk: () => desk,
    agree: (kind, { messengerId, clientKey }) => void agreed.push(agreementOf(kind, messengerId, clientKey)),
    kill,
    start,
    restartUpdated: async () => {
      await desk.close();
      launched.appFolder = undefined;
      await start();
    },
    quit: async () => {
      await desk.close();
      isOpen = false;
    },
    close: async () => {
      // An app that is paying would ask before it quits.
      if (isOpen) await kill();
      await way.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
};
