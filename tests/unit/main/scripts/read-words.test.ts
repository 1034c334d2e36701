import { describe, expect, it } from 'vitest';
import { COMMANDS, type Command } from '#core/scripts/commands.ts';
import { helpText } from '../../../../electron/main/scripts/help.ts';
import { readWords, WrongWords } from '../../../../electron/main/scripts/read-words.ts';
import { scriptWords } from '../../../../electron/main/scripts/script-words.ts';

const CLIENT = '5012345678:anna';

describe('the words of a command line', () => {
  it('are read by name and by place', () => {
    expect(readWords(['clients', 'anna vip', '--ends-within', '3', '--owes', '--json'])).toEqual({
      command: 'clients',
      input: { search: 'anna vip', endsWithin: 3, owes: true },
      isJson: true,
    });
    expect(readWords(['tag', '--tag=gold', CLIENT]).input).toEqual({ client: CLIENT, tag: 'gold' });
    expect(readWords(['client', '--client=-100:group:two']).input).toEqual({ client: '-100:group:two' });
    expect(readWords(['client', '--', '-100:group']).input).toEqual({ client: '-100:group' });
  });

  it('become numbers where the command wants numbers, with a comma or a point', () => {
    const payment = ['--account', '12', '--once', '7', '--at-most', '99,5'];
    expect(readWords(['buy-traffic', CLIENT, '--pool', 'mobile', '--gb', '0.5', ...payment]).input).toEqual({
      client: CLIENT,
      pool: 'mobile',
      gb: 0.5,
      account: '12',
      once: '7',
      atMost: 99.5,
    });
    expect(readWords(['extend-proxies', '101, 102', '--days', '30', ...payment]).input).toMatchObject({
      ids: [101, 102],
    });
  });

  it.each([
    [['nonsense'], 'There is no command “nonsense”'],
    [['constructor'], 'There is no command'],
    [['clients', 'one', 'two'], '“two” is one word too many'],
    [['clients', '--limit', 'many'], '--limit needs a number, not “many”'],
    [['clients', '--limit', ''], '--limit needs a number'],
    [['clients', '--limit', '1,000'], '--limit cannot be “1,000”, which may be a fraction or thousands'],
    [['client'], '--client is missing'],
    [['clients', '--surplus'], '--surplus'],
    [['clients', '--limit'], '--limit'],
  ])('%j are refused with a sentence', (words, sentence) => {
    expect(() => readWords(words)).toThrow(WrongWords);
    expect(() => readWords(words)).toThrow(sentence);
  });

  it('of every example are those of its command', () => {
    for (const [name, command] of Object.entries<Command>(COMMANDS)) {
      const words = command.example.split(' ').slice(1);
      const { command: read, input } = readWords(words);
      expect(read).toBe(name);
      expect(command.input.safeParse(input), name).toMatchObject({ success: true });
      expect(helpText(name)).toContain(command.example);
      expect(helpText(undefined)).toContain(command.summary);
    }
  });
});

describe('a start of the app', () => {
  const folder = '/home/anna/desk';

  it('is one for a script if a command comes first', () => {
    expect(scriptWords(['reseller-desk', 'clients', '--json'], true)).toEqual(['clients', '--json']);
    expect(scriptWords(['electron', '--no-sandbox', folder, 'help', `--user-data-dir=${folder}`], false)).toEqual([
      'help',
    ]);
    expect(scriptWords(['electron', '-r', '/loader.cjs', folder, 'help'], false)).toBeNull();
  });

  it.each([
    [['reseller-desk']],
    [['reseller-desk', '--hidden']],
    [['reseller-desk', '--hidden', 'clients']],
    [['reseller-desk', '/home/anna/clients.csv']],
    [['reseller-desk', 'clients.csv']],
    [['reseller-desk', 'https://example.com']],
    [['reseller-desk', '']],
  ])('is an ordinary one with %j', (argv) => {
    expect(scriptWords(argv, true)).toBeNull();
  });
});

it.each([
  ['5:boris --client 5:anna --tag vip', /^“5:boris” and --client are given for the same field/],
  ['--client 5:anna --tag vip --client=5:boris', /^--client is given twice/],
  ['5:anna --tag vip --json --json', /^--json is given twice/],
] as const)('never chooses between two values: tag %s', (words, message) => {
  expect(() => readWords(['tag', ...words.split(' ')])).toThrow(message);
});
