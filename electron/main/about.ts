import { app, type BrowserWindow, dialog, nativeImage } from 'electron';
import type { ShellCore } from './core-thread.ts';
import { readAbout } from './shell-state.ts';
import type { ShellWords } from './texts.ts';

interface AboutBox {
  readonly window: BrowserWindow | null;
  readonly core: Pick<ShellCore, 'handle'>;
  readonly t: ShellWords;
  readonly icon: string;
}

/**
 * Shows the native "About" box with the versions, the licence and the data folder. One button copies diagnostics for
 * the support.
 */
export const showAbout = async ({ window, core, t, icon }: AboutBox): Promise<void> => {
  const info = readAbout(await core.handle({ name: 'system.info', input: {} }));
  const detail = [
    info.runtime,
    info.sqlite === '' ? '' : t('shell:about.database', { sqlite: info.sqlite, schema: info.schema }),
    info.platform,
    '',
    t('shell:about.licence'),
    '',
    `${t('shell:about.dataFolder')}\n${info.dataFolder}`,
  ].join('\n');
  const options = {
    type: 'none' as const,
    icon: nativeImage.createFromPath(icon).resize({ width: 64 }),
    title: t('shell:about.title'),
    message: `Reseller Desk ${app.getVersion()}`,
    detail,
    buttons: [t('shell:about.close'), t('shell:about.copy')],
    defaultId: 0,
    cancelId: 0,
  };
  const { response } = await (window === null
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options));
  if (response === 1) await core.handle({ name: 'system.copyDiagnostics', input: {} });
};
