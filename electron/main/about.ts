import { app, type BrowserWindow, dialog, nativeImage } from 'electron';
import type { Core } from './core-port.ts';
import { readAbout } from './shell-state.ts';
import type { ShellTexts } from './shell-texts.ts';

export interface AboutBox {
  readonly window: BrowserWindow | null;
  readonly core: Promise<Core>;
  readonly texts: ShellTexts['about'];
  readonly icon: string;
}

/** The native box of the menu: which versions these are, under which licence, and a way to tell the support. */
export const showAbout = async ({ window, core, texts, icon }: AboutBox): Promise<void> => {
  const running = await core;
  const info = readAbout(await running.handle({ name: 'system.info', input: {} }));
  const detail = [
    info.runtime,
    info.sqlite === '' ? '' : texts.database(info.sqlite, info.schema),
    info.platform,
    '',
    texts.licence,
    '',
    `${texts.dataFolder}\n${info.dataFolder}`,
  ].join('\n');
  const options = {
    type: 'none' as const,
    icon: nativeImage.createFromPath(icon).resize({ width: 64 }),
    title: texts.title,
    message: `Reseller Desk ${app.getVersion()}`,
    detail,
    buttons: [texts.close, texts.copy],
    defaultId: 0,
    cancelId: 0,
  };
  const { response } = await (window === null
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options));
  if (response === 1) await running.handle({ name: 'system.copyDiagnostics', input: {} });
};
