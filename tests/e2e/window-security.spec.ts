import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { askAndLeave, type RunningDesk } from '../support/electron-app.ts';
import { shareWindow } from './pages/shared-window.ts';

const shared = shareWindow({ isScripted: true });
let desk: RunningDesk;

test.beforeEach(async () => {
  desk = await shared.openWelcome();
});
test.afterEach(() => desk.close());

test('the page has no Node and one frozen bridge with nothing else on it', async () => {
  const found = await desk.page.evaluate(() => {
    const bridge = window.desk;
    const replaced = Reflect.set(window, 'desk', null) && window.desk !== bridge;
    return {
      node: ['require', 'process', 'module', 'Buffer', 'global', 'electron'].filter((name) => name in window),
      keys: Object.keys(bridge).sort(),
      frozen: Object.isFrozen(bridge),
      replaced,
    };
  });
  expect(found).toEqual({ node: [], keys: ['first', 'invoke', 'on', 'platform'], frozen: true, replaced: false });
});

test('the page runs no inline script, no eval, and reaches no other server', async () => {
  const found = await desk.page.evaluate(async () => {
    const script = document.createElement('script');
    script.textContent = 'window.inlineRan = true';
    document.body.append(script);
    // It runs in a task of its own, because code that Playwright evaluates is exempt from the policy.
    const evalRan = await new Promise<boolean>((settle) => {
      setTimeout(() => {
        try {
          settle(new Function('return true')() === true);
        } catch {
          settle(false);
        }
      });
    });
    const fetched = await fetch('https://example.com/').then(
      () => true,
      () => false,
    );
    return { inlineRan: 'inlineRan' in window, evalRan, fetched };
  });
  expect(found).toEqual({ inlineRan: false, evalRan: false, fetched: false });
});

test('the page cannot navigate, open windows or hold a webview', async () => {
  const { app, page } = desk;
  const url = page.url();
  await page.evaluate(() => Reflect.set(window, 'mark', 'still here'));
  const stillHere = () => page.evaluate(() => Reflect.get(window, 'mark'));
  for (const target of ['https://example.com/', 'file:///etc/hostname', 'app://desk/', 'data:text/html,x']) {
    await page
      .evaluate((address) => {
        const link = document.createElement('a');
        link.href = address;
        document.body.append(link);
        link.click();
        location.assign(address);
      }, target)
      .catch(() => undefined);
    // After a round trip through the main process, the effect of the click has been decided.
    await page.evaluate(() => window.desk.invoke('account.state', {}));
    expect(page.url(), target).toBe(url);
    expect(await stillHere(), target).toBe('still here');
  }
  expect(await page.evaluate(() => window.open('https://example.com/') === null)).toBe(true);
  expect(await page.evaluate(() => window.open('app://desk/') === null)).toBe(true);
  expect(app.windows()).toHaveLength(1);
  const webview = await page.evaluate(() => document.createElement('webview').constructor.name);
  expect(webview).toBe('HTMLElement');
});

test('a server that asks for a client certificate gets none of the system', async () => {
  const answer = await desk.app.evaluate(
    ({ app }) =>
      new Promise((done) => {
        let isDefault = true;
        const event = {
          preventDefault: () => {
            isDefault = false;
          },
        };
        const certificates = [{ subjectName: 'A person' }];
        // Electron 33 passes the event on to the page that it names.
        const page = { emit: () => false };
        app.emit('select-client-certificate', event, page, 'https://example.com', certificates, (given: unknown) =>
          done({ isDefault, given: given ?? null }),
        );
      }),
  );
  expect(answer).toEqual({ isDefault: false, given: null });
});

test('every permission is denied', async () => {
  const states = await desk.page.evaluate(async () => {
    const names = ['geolocation', 'camera', 'microphone', 'notifications', 'clipboard-read', 'midi'];
    const answers = names.map((name) => navigator.permissions.query({ name: name as PermissionName }));
    return (await Promise.all(answers)).map((answer) => answer.state);
  });
  expect(new Set(states)).toEqual(new Set(['denied']));
});

test('our protocol serves the built page and no file around it', async () => {
  const paths = [
    '/..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/package.json',
    '/assets/..%2f..%2fmain%2findex.cjs',
    '/..%5c..%5cpackage.json',
    '/%2fetc%2fhostname',
    '/%00',
    '/assets',
    '/nothing.js',
  ];
  const statuses = await desk.page.evaluate(async (list) => {
    const answers = await Promise.all(list.map((path) => fetch(path)));
    return answers.map((answer) => answer.status);
  }, paths);
  expect(statuses.every((status) => status === 403 || status === 404)).toBe(true);
  const own = await desk.page.evaluate(async () => {
    const answer = await fetch('/');
    return [answer.status, answer.headers.get('content-type'), answer.headers.get('content-security-policy')];
  });
  expect(own[0]).toBe(200);
  expect(own[1]).toContain('text/html');
  expect(own[2]).toContain("default-src 'none'");
  expect(own[2]).toContain("script-src 'self';");
  const foreign = await desk.app.evaluate(async ({ net }) => (await net.fetch('app://elsewhere/index.html')).status);
  expect(foreign).toBe(403);
});

test('a request outside the contract is refused', async () => {
  for (const name of ['nope', '__proto__', 'constructor', '']) {
    const answer = await desk.page.evaluate((asked) => window.desk.invoke(asked, {}), name);
    expect(answer).toMatchObject({ ok: false, error: { kind: 'invalid-input' } });
  }
});

test('no address is opened, and a token is typed on the welcome page and nowhere else', async () => {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.end('{"ok":true,"balance":"1.00","spent":"0.00"}');
  }).listen(0, '127.0.0.1');
  await new Promise((ready) => server.once('listening', ready));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { page } = desk;
  const ask = (name: string, input: unknown) =>
    page.evaluate(([asked, value]) => window.desk.invoke(asked as string, value), [name, input] as const);
  try {
    await page.waitForURL('app://welcome/');
    expect(await ask('system.openExternal', { url: 'https://example.com/' })).toMatchObject({
      error: { details: { code: 'unknown-request' } },
    });
    expect(await ask('account.signIn', { baseUrl: 'ftp://x', token: 'token', label: '' })).toMatchObject({
      error: { details: { problems: [{ field: 'baseUrl' }] } },
    });
    await askAndLeave(page, 'account.signInSandbox');
    await page.waitForURL('app://desk/**');
    const { activeId: accountId } = ((await ask('account.state', {})) as { value: { activeId: string } }).value;
    for (const more of [{}, { accountId }]) {
      const input = { baseUrl, token: 'stolen', label: 'Elsewhere', ...more };
      const refused = { ok: false, error: { kind: 'invalid-input', details: { code: 'other-page' } } };
      expect(await ask('account.signIn', input)).toMatchObject(refused);
      expect(JSON.parse((await ask('account.signIn', JSON.stringify(input))) as string)).toMatchObject(refused);
    }
    expect(asked).toBe(0);
  } finally {
    server.close();
  }
});

test('a request as text is answered as text, and refused when it is not JSON or not in the contract', async () => {
  const ask = (input: string) => desk.page.evaluate((text) => window.desk.invoke('account.state', text), input);
  expect(JSON.parse((await ask('{}')) as string)).toMatchObject({ ok: true });
  expect(JSON.parse((await ask('{"__proto__":{"a":1},"more":1}')) as string)).toMatchObject({
    ok: false,
    error: { kind: 'invalid-input', details: { code: 'contract' } },
  });
  expect(await ask('{')).toMatchObject({ ok: false, error: { kind: 'invalid-input' } });
});

test('another window with our preload, even at our own address, gets no answer from the core', async () => {
  const answers = await desk.app.evaluate(async ({ app, BrowserWindow }) => {
    const preload = `${app.getAppPath()}/out/preload/index.cjs`;
    const found: unknown[] = [];
    for (const url of ['app://desk/', 'data:text/html,x']) {
      const other = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } });
      await other.loadURL(url);
      found.push(await other.webContents.executeJavaScript("window.desk.invoke('account.state', {})"));
      other.destroy();
    }
    return found;
  });
  for (const answer of answers) {
    expect(answer).toMatchObject({ ok: false, error: { kind: 'invalid-input', details: { code: 'foreign-sender' } } });
  }
  expect(answers).toHaveLength(2);
});
