import type { Page } from '@playwright/test';

/** What the main job needs besides the window it is done in. */
export interface DemoStage {
  readonly page: Page;
  /** Where exported files go. */
  readonly folder: string;
  readonly say: (line: string) => void;
  /** The next "save as" of the app is answered with this path. */
  readonly answerSaveDialog: (path: string) => Promise<void>;
  /** Takes a numbered picture of the window and prints its path. */
  readonly picture: (name: string) => Promise<void>;
}

/** The main job, as a reseller does it, through what can be seen and clicked. */
export const performMainJob = async (stage: DemoStage): Promise<void> => {
  await openSandbox(stage);
};

const openSandbox = async ({ page, say, picture }: DemoStage): Promise<void> => {
  await page.getByRole('button', { name: 'Try the sandbox' }).waitFor();
  await picture('welcome');
  say('Trying the sandbox …');
  await page.getByRole('button', { name: 'Try the sandbox' }).click();
  await page.waitForURL('app://desk/**');
  await page.getByRole('navigation').first().waitFor();
  await picture('desk');
};
