import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeBmp } from './images/bmp.ts';
import { encodeIcns, ICNS_SIZES } from './images/icns.ts';
import { encodeIco } from './images/ico.ts';
import type { Picture } from './images/picture.ts';
import { encodePng } from './images/png.ts';
import { type Rasterise, withRasteriser } from './images/rasterise.ts';
import { projectRoot } from './places.ts';
import { buildApp, prepareUnattended } from './prepare.ts';

/**
 * `npm run icons`: makes all icons and the installers' images from the SVG files in resources/. The results are
 * committed.
 */
const resources = join(projectRoot, 'resources');

const LINUX_SIZES = [16, 24, 32, 48, 64, 96, 128, 256, 512];
const WINDOWS_SIZES = [16, 20, 24, 32, 40, 48, 64, 128, 256];
/** Below this size the connecting lines blur, so the simpler drawing is used. */
const SMALL = 32;

const write = async (name: string, data: Buffer): Promise<void> => {
  const path = join(resources, name);
  await writeFile(path, data);
  console.log(`${String(data.length).padStart(7)}  ${path}`);
};

const drawAll = async (rasterise: Rasterise): Promise<void> => {
  const square = (size: number, margin = 0): Promise<Picture> =>
    rasterise(join(resources, size < SMALL ? 'icon-small.svg' : 'icon.svg'), size, size, margin);
  const all = async (sizes: readonly number[], marginShare = 0): Promise<Picture[]> => {
    const pictures: Picture[] = [];
    for (const size of sizes) pictures.push(await square(size, Math.round(size * marginShare)));
    return pictures;
  };
  await rm(join(resources, 'icons'), { recursive: true, force: true });
  await mkdir(join(resources, 'icons'), { recursive: true });
  for (const picture of await all(LINUX_SIZES))
    await write(join('icons', `${picture.width}x${picture.width}.png`), encodePng(picture));
  await write('icon.png', encodePng(await square(256)));
  await write('list-file.png', encodePng(await rasterise(join(resources, 'list-file.svg'), 64, 64)));
  await write('icon.ico', encodeIco(await all(WINDOWS_SIZES)));
  // Icons on macOS have an empty margin: 100 of 1024 pixels, of which the drawing itself contains 32.
  await write('icon.icns', encodeIcns(await all(ICNS_SIZES, 0.07)));

  const art = (name: string, width: number, height: number): Promise<Picture> =>
    rasterise(join(resources, 'installer', `${name}.svg`), width, height);
  await write('installer/sidebar.bmp', encodeBmp(await art('sidebar', 164, 314)));
  await write('installer/header.bmp', encodeBmp(await art('header', 150, 57)));
  await write('installer/dmg-background.png', encodePng(await art('dmg-background', 540, 380)));
  await write('installer/dmg-background@2x.png', encodePng(await art('dmg-background', 1080, 760)));
};

const session = await prepareUnattended();
try {
  await buildApp();
  await withRasteriser(drawAll);
} finally {
  await session.close();
}
