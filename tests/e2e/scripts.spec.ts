import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { projectRoot, type RunningDesk } from '../support/electron-app.ts';
import { inEveryLook } from './pages/looks.ts';
import { callFrom, goTo } from './pages/open-desk.ts';
import { shareWindow } from './pages/shared-window.ts';

const shared = shareWindow();
let desk: RunningDesk;
const call = callFrom(() => desk.page);

test.beforeEach(async () => {
  desk = await shared.openSandboxDesk();
});
test.afterEach(() => desk.close());

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs `reseller-desk WORDS` as a terminal does, and writes `typed` until it has printed so many lines. */
const run = (words: readonly string[], { env = {}, typed = '', lines = 0 } = {}): Promise<Ended> =>
  new Promise((done, failed) => {
    const executable = process.env.ELECTRON_EXEC_PATH;
    if (executable === undefined) throw new Error('No Electron is prepared.');
    const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const folder = `--user-data-dir=${desk.userDataDir}`;
    const environment: NodeJS.ProcessEnv = { ...process.env, LANG: 'en_US.UTF-8', LC_ALL: '', ...env };
    const child = spawn(executable, [...root, projectRoot, ...words, folder], { env: environment });
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (data) => {
      out += String(data);
      if (out.split('\n').length > lines) child.stdin.end();
    });
    child.stderr.setEncoding('utf8').on('data', (data) => {
      err += String(data);
    });
    child.on('error', failed);
    child.on('close', (code) => done({ code, out, err }));
    child.stdin.write(typed);
    if (lines === 0) child.stdin.end();
  });

const section = () => desk.page.getByRole('region', { name: /^(Scripts|Скрипты)$/ });

test('the settings allow scripts step by step, and say what they have spent', async () => {
  const { page } = desk;
  await goTo(page, 'Settings');
  await section().scrollIntoViewIfNeeded();
  await expect(section().getByRole('radio', { name: 'Nothing' })).toBeChecked();
  await expect(section().getByText('Commands', { exact: true })).toHaveCount(0);
  await section().getByText('Buy', { exact: true }).click();
  await expect(section().getByText('Ready')).toBeVisible();
  await expect(section().getByText(/Spent today: ₽0\.00/)).toBeVisible();
  const cap = section().getByRole('textbox', { name: 'Spend at most, ₽ a day' });
  await cap.fill('1000001');
  await cap.press('Enter');
  await expect(section().getByText('The value is too large: the maximum is 1,000,000.')).toBeVisible();
  await cap.fill('1000');
  await cap.press('Enter');
  await expect.poll(async () => (await call('settings.get', {})).scriptDayCapRubles).toBe(1_000);
  await inEveryLook({ page, call }, async (_, look) => {
    await section().scrollIntoViewIfNeeded();
    await expectAccessible(page, `the settings of scripts, ${look}`);
  });
});

test('a terminal reads, changes and buys as far as the settings allow', async () => {
  const help = await run(['help']);
  expect(help.code).toBe(0);
  expect(help.out).toContain('reseller-desk COMMAND');
  expect((await run(['help', 'renew-vpn'])).out).toMatch(
    /--at-most N\s+The highest price to pay, in roubles \(required\)/,
  );

  const closed = await run(['clients']);
  expect(closed).toMatchObject({ code: 3, out: '' });
  expect(closed.err).toContain('No running Reseller Desk accepts scripts.');
  const russian = await run(['clients'], { env: { LC_ALL: 'ru_RU.UTF-8' } });
  expect(russian.err).toContain('Нет запущенного Reseller Desk');

  await call('settings.update', { scriptAccess: 'read' });
  await call('scripts.state', {});
  const clients = await run(['clients', 'clara', '--json']);
  expect(clients.code).toBe(0);
  const { rows } = JSON.parse(clients.out) as { rows: { client: string }[] };
  const [clara] = rows;
  expect(clara?.client).toMatch(/^\d+:clara-travel$/);
  const client = clara?.client ?? '';
  const lines = await run(['client', client]);
  expect(lines.out.split('\n')[0]).toBe(`client\t${client}`);
  // Nothing of a start without a window stays behind, and the folder of the running app is left alone.
  expect((await readdir(desk.userDataDir)).filter((name) => name.startsWith('reseller-desk-'))).toEqual([]);

  for (const [words, code] of [
    [['no-such-command'], 2],
    [['clients', '--surplus'], 2],
    [['clients', '--limit', 'many'], 2],
    [['client'], 2],
    [['client', 'nobody'], 2],
    [['client', '1:nobody'], 1],
    [['tag', client, 'gold'], 4],
    [['links', client], 4],
  ] as const) {
    const ended = await run(words);
    expect({ words, code: ended.code, out: ended.out }).toEqual({ words, code, out: '' });
    expect(ended.err).not.toBe('');
  }

  await call('settings.update', { scriptAccess: 'buy', scriptDayCapRubles: 500 });
  const payment = ['--months', '1', '--account', 'Sandbox', '--at-most', '300', '--once', 'clara-1'];
  const bought = await run(['buy-vpn', client, ...payment, '--json']);
  expect(bought).toMatchObject({ code: 0 });
  expect(JSON.parse(bought.out)).toMatchObject({ outcome: 'charged', goods: 'here', client, repeated: false });
  const again = await run(['buy-vpn', client, ...payment, '--json']);
  expect(JSON.parse(again.out)).toMatchObject({ outcome: 'charged', repeated: true });
  const { total } = await call('purchases.list', { filter: {}, offset: 0, limit: 1 });
  expect(total).toBe(1);
  await goTo(desk.page, 'Settings');
  await section().scrollIntoViewIfNeeded();
  await expect(section().getByText(/Spent today: ₽199\.00/)).toBeVisible();
});

test('a job without a screen reads as well', async () => {
  test.skip(process.platform !== 'linux', 'Only Linux has systems without a screen.');
  await call('settings.update', { scriptAccess: 'read' });
  await call('scripts.state', {});
  const { code, out } = await run(['status'], { env: { DISPLAY: '', WAYLAND_DISPLAY: '' } });
  expect(code).toBe(0);
  expect(out).toContain('account\tSandbox');
});

test('an assistant uses the same commands over MCP', async () => {
  await call('settings.update', { scriptAccess: 'read' });
  await call('scripts.state', {});
  const clientInfo = { name: 'test', version: '1' };
  const ask = (id: number, method: string, params: object) => JSON.stringify({ jsonrpc: '2.0', id, method, params });
  const typed = [
    ask(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }),
    JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
    ask(2, 'tools/list', {}),
    ask(3, 'tools/call', { name: 'clients', arguments: { search: 'clara' } }),
    ask(4, 'tools/call', { name: 'buy-vpn', arguments: {} }),
    ask(5, 'tools/call', { name: 'tag', arguments: { client: '1:nobody', tag: 'x' } }),
  ];
  const { out, code } = await run(['mcp'], { typed: `${typed.join('\n')}\n`, lines: 5 });
  expect(code).toBe(0);
  const answers = new Map(
    out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number; result: Record<string, unknown> })
      .map(({ id, result }) => [id, result]),
  );
  expect(answers.get(1)).toMatchObject({ serverInfo: { name: 'reseller-desk' } });
  const { tools } = answers.get(2) as { tools: { name: string; annotations: object }[] };
  expect(tools.find(({ name }) => name === 'buy-vpn')?.annotations).toMatchObject({ destructiveHint: true });
  expect(tools.find(({ name }) => name === 'clients')?.annotations).toMatchObject({ readOnlyHint: true });
  expect(JSON.stringify(answers.get(3))).toContain('clara-travel');
  expect(answers.get(4)).toMatchObject({ isError: true });
  expect(JSON.stringify(answers.get(5))).toContain('script-not-allowed');
});
