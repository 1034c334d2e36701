import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ElectronApplication, type Locator, type Page, test } from '@playwright/test';
import { catchShown, type LaunchOptions, type RunningDesk } from '../../support/electron-app.ts';
import { ClientsPage } from '../pages/clients-page.ts';
import { type Call, callFrom, openSandboxDesk } from '../pages/open-desk.ts';

export interface ToldDesk {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly clients: ClientsPage;
  readonly userDataDir: string;
  /** A folder for the files of the tests. */
  readonly folder: string;
  readonly call: Call;
  button(name: string | RegExp): Locator;
  press(keys: string): Promise<void>;
}

/** One window on the sandbox for all tests of a file; its clients are the sandbox's own. */
export const toldDesk = (options: LaunchOptions = {}): ToldDesk => {
  let desk: RunningDesk;
  let folder: string;
  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'told-'));
    desk = await openSandboxDesk(options);
    await catchShown(desk.app);
  });
  test.afterAll(async () => {
    await desk.close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    get app() {
      return desk.app;
    },
    get page() {
      return desk.page;
    },
    get clients() {
      return new ClientsPage(desk.page);
    },
    get userDataDir() {
      return desk.userDataDir;
    },
    get folder() {
      return folder;
    },
    call: callFrom(() => desk.page),
    button: (name) => desk.page.getByRole('button', { name }),
    press: (keys) => desk.page.keyboard.press(keys),
  };
};
