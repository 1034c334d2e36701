import { expect, type Locator } from '@playwright/test';
import { screenshot } from '../../support/electron-app.ts';

interface DroppedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/**
 * Drops files on a part of the window, as the page receives them from the system. `text` is shown while they are dragged, of
 * which `picture` names the file for a screenshot.
 */
export const dropFiles = async (
  target: Locator,
  text: string,
  files: readonly DroppedFile[],
  picture?: string,
): Promise<void> => {
  const page = target.page();
  const data = await page.evaluateHandle(
    (given) => {
      const transfer = new DataTransfer();
      for (const { name, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        transfer.items.add(new File([bytes], name));
      }
      return transfer;
    },
    files.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') })),
  );
  // The system repeats this for as long as files are dragged. The first time may come before the screen listens.
  await expect(async () => {
    await target.dispatchEvent('dragover', { dataTransfer: data });
    await expect(page.getByText(text)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  if (picture !== undefined) await screenshot(page, picture);
  await target.dispatchEvent('drop', { dataTransfer: data });
  await expect(page.getByText(text)).toBeHidden();
};
