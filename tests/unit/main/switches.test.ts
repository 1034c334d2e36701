import { describe, expect, it } from 'vitest';
import { sortSwitches } from '../../../electron/main/switches.ts';

describe('the switches a packaged app is started with', () => {
  it('are its own and those of a desktop, unchanged', () => {
    const args = ['--user-data-dir=/a b', '--try-sandbox', '-lang=ru', '--ozone-platform-hint=auto', 'a file', '%U'];
    expect(sortSwitches(args, 'linux', false)).toEqual({ kept: args.slice(0, 4), refused: [] });
  });

  it.each([
    ['--log-net-log=/tmp/x', 'log-net-log'],
    ['-log-net-log', 'log-net-log'],
    [' \t--proxy-server=evil', 'proxy-server'],
    ['---no-sandbox', '-no-sandbox'],
    ['--try-sandbox-', 'try-sandbox-'],
    ['--LANG=ru', 'LANG'],
    ['-r', 'r'],
  ])('do not include %s', (argument, name) => {
    expect(sortSwitches(['--lang=ru', argument], 'linux', false)).toEqual({ kept: ['--lang=ru'], refused: [name] });
  });

  it('may begin with a slash and have any letter case on Windows', () => {
    const sorted = sortSwitches(['/Log-Net-Log=c:\\x', '--LANG=ru', '/lang=en', '--updated'], 'win32', false);
    expect(sorted).toEqual({ kept: ['--LANG=ru', '/lang=en', '--updated'], refused: ['log-net-log'] });
    expect(sortSwitches(['/no-sandbox'], 'linux', false).refused).toEqual([]);
  });

  it('end at --, and nothing after it is passed on', () => {
    expect(sortSwitches(['--lang=ru', '--', '--proxy-server=evil'], 'linux', false)).toEqual({
      kept: ['--lang=ru'],
      refused: [],
    });
  });

  it("disable the pages' sandbox for root alone, to whom Chromium refuses it", () => {
    expect(sortSwitches(['--no-sandbox'], 'linux', true)).toEqual({ kept: ['--no-sandbox'], refused: [] });
    expect(sortSwitches(['--no-sandbox'], 'linux', false)).toEqual({ kept: [], refused: ['no-sandbox'] });
  });
});
