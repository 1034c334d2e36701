import { describe, expect, it } from 'vitest';
import { readLaunchOptions } from '../../../electron/main/launch-options.ts';
import { pageAtStart, readPageRequest, readSettings } from '../../../electron/main/shell-state.ts';

describe("the core's state in the shell", () => {
  it('opens the desk when there is an account, else the welcome page', () => {
    expect(pageAtStart({ ok: true, value: { activeId: 'a' } })).toBe('desk');
    expect(pageAtStart({ ok: true, value: { activeId: null } })).toBe('welcome');
    expect(pageAtStart({ ok: false, error: { kind: 'internal', message: '' } })).toBe('welcome');
  });

  it('follows page requests to our two pages only', () => {
    expect(readPageRequest({ page: 'welcome', accountId: 'a' })).toEqual({ page: 'welcome', accountId: 'a' });
    expect(readPageRequest({ page: 'desk', accountId: 'a' })).toEqual({ page: 'desk', accountId: undefined });
    for (const bad of [null, 1, {}, { page: 'elsewhere' }, { page: '__proto__' }])
      expect(readPageRequest(bad)).toBeNull();
  });

  it("replaces an unknown theme with the system's", () => {
    expect(readSettings({ theme: 'dark' }).theme).toBe('dark');
    expect(readSettings({ theme: 'pink' }).theme).toBe('system');
    expect(readSettings(null).theme).toBe('system');
  });
});

describe('launch options', () => {
  const env = { RESELLER_DESK_SANDBOX_CONTROL: '1', ELECTRON_RENDERER_URL: 'http://localhost:5173' };

  it('reads the data folder and the sandbox switch', () => {
    const options = readLaunchOptions(['electron', '.', '--user-data-dir=/tmp/x', '--try-sandbox'], {}, true);
    expect(options).toEqual({
      userDataDir: '/tmp/x',
      trySandbox: true,
      hidden: false,
      sandboxControl: false,
      sandboxPast: true,
      botApi: null,
      rendererUrl: null,
    });
    expect(readLaunchOptions(['electron', '--hidden'], {}, true).hidden).toBe(true);
  });

  it('understands the developer variables in unpackaged builds only', () => {
    expect(readLaunchOptions([], env, false)).toMatchObject({
      sandboxControl: true,
      rendererUrl: env.ELECTRON_RENDERER_URL,
    });
    expect(readLaunchOptions([], env, true)).toMatchObject({
      sandboxControl: false,
      sandboxPast: true,
      botApi: null,
      rendererUrl: null,
    });
  });
});
