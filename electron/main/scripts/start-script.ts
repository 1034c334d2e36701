import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import type { LaunchOptions } from '../launch-options.ts';
import { removeForeignVariables } from '../own-environment.ts';
import { serveMcp } from './mcp-server.ts';
import { codeWithoutAnswer, runScript } from './run-script.ts';

/** Whether Chromium would end this process because there is nothing to draw on, as in a job of cron. */
const needsNoScreen = (): boolean =>
  process.platform === 'linux' &&
  !process.env.DISPLAY &&
  !process.env.WAYLAND_DISPLAY &&
  !app.commandLine.hasSwitch('ozone-platform');

/** Writes a text as a whole before the process ends. */
const write = (stream: NodeJS.WriteStream, text: string): Promise<void> =>
  new Promise((done) => stream.write(`${text}\n`, () => done()));

/**
 * Carries out a command and ends this process, which opens no window and never reads the token: it only talks to the
 * running desk.
 */
export const startScript = async (words: readonly string[], { userDataDir }: LaunchOptions): Promise<void> => {
  removeForeignVariables(process.env);
  if (needsNoScreen()) {
    const args = ['--ozone-platform=headless', ...process.argv.slice(1)];
    app.exit(spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? codeWithoutAnswer(words));
    return;
  }
  const dataFolder = join(userDataDir ?? app.getPath('userData'), 'data');
  // Chromium must not write into the folder that the running app uses.
  const own = mkdtempSync(join(app.getPath('temp'), 'reseller-desk-'));
  app.setPath('userData', own);
  app.disableHardwareAcceleration();
  app.dock?.hide();
  app.on('will-quit', () => rmSync(own, { recursive: true, force: true }));
  const end = (code: number): void => {
    rmSync(own, { recursive: true, force: true });
    app.exit(code);
  };
  if (words[0] === 'mcp') {
    process.stdin.once('end', () => end(0));
    serveMcp({ dataFolder, version: app.getVersion() });
    return;
  }
  const { LC_ALL, LC_MESSAGES, LANG } = process.env;
  const lines: [NodeJS.WriteStream, string][] = [];
  const code = await runScript({
    words,
    dataFolder,
    locale: LC_ALL || LC_MESSAGES || LANG || Intl.DateTimeFormat().resolvedOptions().locale,
    isTerminal: process.stdout.isTTY === true,
    print: (text) => lines.push([process.stdout, text]),
    complain: (text) => lines.push([process.stderr, text]),
  }).catch((error: unknown) => {
    lines.push([process.stderr, error instanceof Error ? error.message : 'The command failed.']);
    return codeWithoutAnswer(words);
  });
  for (const [stream, text] of lines) await write(stream, text);
  end(code);
};
