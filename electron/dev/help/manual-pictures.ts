import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { createInstance } from 'i18next';
import { LANGUAGES, type Language } from '#shared/domain/language.ts';
import * as en from '#shared/texts/en/index.ts';
import * as ru from '#shared/texts/ru/index.ts';
import { asTranslate, type Translate } from '#shared/texts/translate.ts';
import { firstWindowAtSize, launchForPictures, moveMouseAway, WINDOW_SIZE } from '../launch-for-pictures.ts';
import { projectRoot } from '../places.ts';
import { takeManualPictures } from './manual-steps.ts';

/** WebP at this quality keeps text sharp in a fifth of the size of a PNG. */
const QUALITY = 0.82;

/** Returns the texts of the window in one language, by which the buttons are found. */
const textsIn = (language: Language): Translate => {
  const i18n = createInstance();
  void i18n.init({ lng: language, fallbackLng: false, resources: { en, ru }, initAsync: false });
  return asTranslate((key, values) => i18n.t(key, { ...values }));
};

/** Converts a PNG to WebP. Chromium encodes it, so no program is needed for it. */
const toWebp = async (page: Page, png: Buffer): Promise<Buffer> => {
  const source = `data:image/png;base64,${png.toString('base64')}`;
  // A text, because this side has no types of the page.
  const url: string = await page.evaluate(`(async () => {
    const image = new Image();
    image.src = ${JSON.stringify(source)};
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', ${QUALITY});
  })()`);
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
};

/** Returns the part of the window with an element and so many pixels around it. */
const around = async (element: Locator, margin: number) => {
  const box = await element.boundingBox();
  if (box === null) throw new Error('The element is not in the window.');
  const [x, y] = [Math.max(0, box.x - margin), Math.max(0, box.y - margin)];
  return {
    x,
    y,
    width: Math.min(WINDOW_SIZE.width, box.x + box.width + margin) - x,
    height: Math.min(WINDOW_SIZE.height, box.y + box.height + margin) - y,
  };
};

/** Takes all pictures of the manual in one language, in place of those that were there. */
const takePicturesIn = async (language: Language): Promise<void> => {
  const folder = join(projectRoot, 'docs', 'manual', language, 'pictures');
  const userData = await mkdtemp(join(tmpdir(), 'desk-manual-'));
  const app = await launchForPictures(userData, language);
  try {
    const page = await firstWindowAtSize(app);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await takeManualPictures({
      page,
      t: textsIn(language),
      picture: async (name: string, element?: Locator, margin = 0) => {
        await moveMouseAway(page);
        const clip = element === undefined ? undefined : await around(element, margin);
        const png = await page.screenshot({ animations: 'disabled', ...(clip && { clip }) });
        const path = join(folder, `${name}.webp`);
        await writeFile(path, await toWebp(page, png));
        console.log(path);
      },
    });
  } finally {
    await app.close();
    await rm(userData, { recursive: true, force: true });
  }
};

/** Takes all pictures of the manual in both languages. The app must be built. */
export const takeAllPictures = async (): Promise<void> => {
  for (const language of LANGUAGES) await takePicturesIn(language);
};
