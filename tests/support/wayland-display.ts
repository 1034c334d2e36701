import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBackground } from '../../electron/dev/background.ts';

const SOCKET = 'wayland-test';

/** A desktop with Wayland on which a program runs. */
export interface WaylandDisplay {
  /** The variables with which a program uses this desktop and nothing else, and reports its messages on stderr. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Starts a real compositor, weston, on a screen that nobody sees. */
export const startWaylandDisplay = async (): Promise<WaylandDisplay> => {
  const folder = await mkdtemp(join(tmpdir(), 'desk-wayland-'));
  const runtime = { XDG_RUNTIME_DIR: folder };
  const compositor = await startBackground(
    'weston',
    ['--no-config', '--backend=headless-backend.so', `--socket=${SOCKET}`, '--width=1600', '--height=1000'],
    { env: { ...process.env, ...runtime }, readyOn: async () => existsSync(join(folder, SOCKET)) },
  );
  return {
    env: { ...runtime, WAYLAND_DISPLAY: SOCKET, WAYLAND_DEBUG: 'client', DISPLAY: '' },
    close: async () => {
      await compositor.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
