import type { RunningDesk } from '../../support/electron-app.ts';

/** Gives the page of the app's window this size in CSS pixels. The page may be laid out a moment later. */
export const resizeWindow = async ({ app }: Pick<RunningDesk, 'app'>, width: number, height: number): Promise<void> => {
  await app.evaluate(
    ({ BrowserWindow }, [wide, high]) => BrowserWindow.getAllWindows()[0]?.setContentSize(wide, high),
    [width, height] as const,
  );
};
