import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron } from '@playwright/test';
import { rootArguments } from '../launch-electron.ts';
import { projectRoot } from '../places.ts';
import type { Picture } from './picture.ts';

/** Draws an SVG file at a size in pixels, with an empty margin on each side. */
export type Rasterise = (svg: string, width: number, height: number, margin?: number) => Promise<Picture>;

/** Runs in the page. It is a string because these scripts are typed without a DOM. */
const DRAW = `async ({ source, width, height, margin }) => {
  const image = new Image();
  image.src = 'data:image/svg+xml;base64,' + source;
  await image.decode();
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  context.drawImage(image, margin, margin, width - 2 * margin, height - 2 * margin);
  const { data } = context.getImageData(0, 0, width, height);
  let text = '';
  for (let at = 0; at < data.length; at += 4096) text += String.fromCharCode(...data.subarray(at, at + 4096));
  return btoa(text);
}`;

/** Opens the built app, lets its Chromium draw, and closes it afterwards. */
export const withRasteriser = async (work: (rasterise: Rasterise) => Promise<void>): Promise<void> => {
  const userData = await mkdtemp(join(tmpdir(), 'desk-icons-'));
  const app = await _electron.launch({
    executablePath: process.env.ELECTRON_EXEC_PATH ?? '',
    args: [...rootArguments(), projectRoot, `--user-data-dir=${userData}`],
    cwd: projectRoot,
    chromiumSandbox: true,
  });
  try {
    const page = await app.firstWindow();
    await work(async (svg, width, height, margin = 0) => {
      const source = (await readFile(svg)).toString('base64');
      const wanted = JSON.stringify({ source, width, height, margin });
      const pixels = await page.evaluate<string>(`(${DRAW})(${wanted})`);
      return { width, height, rgba: Buffer.from(pixels, 'base64') };
    });
  } finally {
    await app.close();
    await rm(userData, { recursive: true, force: true });
  }
};
