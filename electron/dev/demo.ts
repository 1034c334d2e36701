import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { performDay } from './demo-steps.ts';
import { hasDisplay } from './desktop-session.ts';
import { takeAllPictures } from './help/manual-pictures.ts';
import { launchElectron } from './launch-electron.ts';
import { firstWindowAtSize, launchForPictures, moveMouseAway } from './launch-for-pictures.ts';
import { projectRoot } from './places.ts';
import { buildApp, prepareElectron, prepareUnattended } from './prepare.ts';

/**
 * `npm run demo`: a working day on the embedded sandbox. With a display the app opens, signed in to the sandbox.
 * Without one the day is performed in the real window on a virtual display, and the files and screenshots are saved in
 * out/demo/. `npm run demo -- --manual` takes the pictures of the manual instead, on a virtual display, in both languages.
 */
const folder = join(projectRoot, 'out', 'demo');

const showOnDisplay = async (): Promise<number> => {
  await prepareElectron();
  await buildApp();
  console.log('The app opens, signed in to the sandbox: nothing in it is real, and nothing costs money.');
  return launchElectron(['--try-sandbox']);
};

const performUnattended = async (): Promise<void> => {
  const session = await prepareUnattended();
  const userData = await mkdtemp(join(tmpdir(), 'desk-demo-'));
  try {
    await buildApp();
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    const app = await launchForPictures(userData, 'en-US');
    try {
      await perform(app, await firstWindowAtSize(app));
    } finally {
      await app.close();
    }
  } finally {
    await session.close();
    await rm(userData, { recursive: true, force: true });
  }
};

const perform = async (app: ElectronApplication, page: Page): Promise<void> => {
  let pictures = 0;
  try {
    await performDay({
      page,
      folder,
      say: (line) => console.log(line),
      answerSaveDialog: (path) =>
        app.evaluate(({ dialog }, filePath) => {
          dialog.showSaveDialog = async () => ({ canceled: false, filePath });
        }, path),
      picture: async (name) => {
        pictures += 1;
        const path = join(folder, `${String(pictures).padStart(2, '0')}-${name}.png`);
        await moveMouseAway(page);
        await page.screenshot({ path, animations: 'disabled' });
        console.log(path);
      },
    });
  } catch (error) {
    const path = join(folder, 'failed.png');
    await page.screenshot({ path }).catch(() => undefined);
    console.error(`The demo did not get through; the window as it was then: ${path}`);
    throw error;
  }
};

/** Takes the pictures on a display of their own, whose size and scale are the same everywhere. */
const performManual = async (): Promise<void> => {
  const session = await prepareUnattended();
  try {
    await buildApp();
    await takeAllPictures();
  } finally {
    await session.close();
  }
};

if (process.argv.includes('--manual')) await performManual();
else if (hasDisplay()) process.exitCode = await showOnDisplay();
else await performUnattended();
