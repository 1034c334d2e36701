import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { askAndLeave, hasSandbox, launchDesk, type RunningDesk } from '../support/electron-app.ts';

/**
 * Checks https://www.electronjs.org/docs/latest/tutorial/security#checklist-security-recommendations on a real Electron, by
 * its numbers. The fuses (19) are read from the package (tests/package/packaged.test.ts), which is also started for an
 * ordinary user there; package.json says which Electron ships (16).
 */
test('every line of Electron’s security checklist holds on both pages', async () => {
  const inSandbox = hasSandbox();
  const desk = await launchDesk({ inSandbox });
  try {
    await desk.page.waitForURL('app://welcome/');
    await expectChecklist(desk, inSandbox);
    await askAndLeave(desk.page, 'account.signInSandbox');
    await desk.page.waitForURL('app://desk/**');
    await expectChecklist(desk, inSandbox);
  } finally {
    await desk.close();
  }
});

const expectChecklist = async (desk: RunningDesk, inSandbox: boolean): Promise<void> => {
  const { app, page } = desk;
  const pages = await app.evaluate(({ webContents }) =>
    webContents.getAllWebContents().map((contents) => {
      // Electron's types lack it.
      const read = Reflect.get(contents, 'getLastWebPreferences') as () => Record<string, unknown>;
      return { pid: contents.getOSProcessId(), preferences: read.call(contents) };
    }),
  );
  expect(pages).toHaveLength(1);
  for (const { pid, preferences } of pages) {
    expect(preferences).toMatchObject({
      nodeIntegration: false, // 2
      nodeIntegrationInSubFrames: false,
      contextIsolation: true, // 3
      sandbox: true, // 4
      webSecurity: true, // 6
      allowRunningInsecureContent: false, // 8
      experimentalFeatures: false, // 9
      webviewTag: false, // 11, 12
    });
    // Electron omits these where they are off.
    expect(preferences.nodeIntegrationInWorker ?? false).toBe(false); // 2
    expect(preferences.enableBlinkFeatures ?? '').toBe(''); // 10
    if (process.platform === 'linux' && inSandbox) {
      // 4: the system calls of the page's process are filtered.
      expect(await readFile(`/proc/${pid}/status`, 'utf8')).toMatch(/^Seccomp:\s*2$/m);
    }
  }
  const found = await readPage(page);
  expect(found.secure).toBe(true); // 1
  expect(found.reached).toEqual([]); // 1, 18
  expect(found.permissions).toEqual(['denied']); // 5
  expect(found.policy).toContain("default-src 'none'"); // 7
  expect(found.policy).not.toMatch(/unsafe-eval|script-src[^;]*(unsafe-inline|https?:|\*)/); // 7
  expect(found.webview).toBe('HTMLElement'); // 11, 12
  expect(found.opened).toBe(false); // 14
  expect(found.openExternal).toMatchObject({ ok: false, error: { details: { code: 'unknown-request' } } }); // 15
  expect(found.protocol).toBe('app:'); // 18
  expect(found.bridge).toEqual(['first', 'invoke', 'on', 'platform']); // 20
  expect(found.node).toEqual([]); // 2, 20
  await expectNoNavigation(page); // 13
  expect(app.windows()).toHaveLength(1); // 14
  await expectSenderChecked(desk); // 17
};

const readPage = (page: Page) =>
  page.evaluate(async () => {
    const answer = await fetch('/');
    const names = ['geolocation', 'camera', 'microphone', 'notifications', 'clipboard-read', 'midi'];
    const states = names.map((name) => navigator.permissions.query({ name: name as PermissionName }));
    const addresses = ['http://example.com/', 'https://example.com/', 'file:///etc/hostname'];
    const reached = addresses.map((address) => fetch(address, { mode: 'no-cors' }).then(() => address));
    return {
      secure: isSecureContext,
      reached: (await Promise.allSettled(reached)).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
      permissions: [...new Set((await Promise.all(states)).map(({ state }) => state))],
      policy: answer.headers.get('content-security-policy') ?? '',
      webview: document.createElement('webview').constructor.name,
      opened: window.open('https://example.com/') !== null,
      openExternal: await window.desk.invoke('system.openExternal' as never, { url: 'https://example.com/' } as never),
      protocol: location.protocol,
      bridge: Object.keys(window.desk).sort(),
      node: ['require', 'process', 'module', 'Buffer', 'global', 'electron'].filter((name) => name in window),
    };
  });

const expectNoNavigation = async (page: Page): Promise<void> => {
  const url = page.url();
  for (const target of ['https://example.com/', 'file:///etc/hostname']) {
    await page.evaluate((address) => location.assign(address), target);
    // After a round trip through the main process, navigation has been decided.
    await page.evaluate(() => window.desk.invoke('account.state', {}));
    expect(page.url()).toBe(url);
  }
};

const expectSenderChecked = async ({ app, page }: RunningDesk): Promise<void> => {
  const own = page.url();
  const answer = await app.evaluate(async ({ app: running, BrowserWindow }, url) => {
    const preload = `${running.getAppPath()}/out/preload/index.cjs`;
    const other = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } });
    await other.loadURL(url);
    const said: unknown = await other.webContents.executeJavaScript("window.desk.invoke('account.state', {})");
    other.destroy();
    return said;
  }, own);
  expect(answer).toMatchObject({ ok: false, error: { details: { code: 'foreign-sender' } } });
};
