import { afterEach, beforeEach, expect, it } from 'vitest';
import { EXIT } from '../../../electron/main/scripts/help.ts';
import { runScript } from '../../../electron/main/scripts/run-script.ts';
import { type ChangeData, type Data, fetchChanged } from '../../support/changed-answers.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { startScripts } from './script-desk.ts';

let desk: TestDesk;
/** By path, the change of the answer's data. */
let changes: Record<string, ChangeData> = {};

beforeEach(async () => {
  changes = {};
  desk = await startTestDesk({ fetch: fetchChanged(() => changes) });
  await startScripts(desk, { scriptAccess: 'buy', scriptDayCapRubles: 100_000 });
});
afterEach(() => desk.close());

const buyProxies = async (name: string) => {
  const said: string[] = [];
  const words = `buy-proxies --ipv 4 --country DE --days 30 --count 2 --at-most 10000 --account Test --once ${name}`;
  const code = await runScript({
    words: words.split(' '),
    dataFolder: desk.paths.data,
    locale: 'en_US.UTF-8',
    isTerminal: false,
    print: () => undefined,
    complain: (text) => said.push(text),
  });
  return { code, said };
};

it('a script is told if it got less than it ordered, also when it asks once more', async () => {
  changes = { '/dedicated/buy': (data) => ({ ...data, proxies: (data.proxies as Data[]).slice(1) }) };
  for (const _ of ['first', 'again']) {
    const { code, said } = await buyProxies('fewer');
    expect(code).toBe(EXIT.unknown);
    expect(said).toEqual([expect.stringContaining('or fewer')]);
  }
  changes = {};
  expect(await buyProxies('all')).toEqual({ code: EXIT.done, said: [] });
});
