import { COMMANDS, type Command, isCommandName } from '#core/scripts/commands.ts';
import { fieldsOf } from './read-words.ts';

/** The exit codes, also in docs/scripts.md. */
export const EXIT = {
  done: 0,
  refused: 1,
  wrongWords: 2,
  noDesk: 3,
  notAllowed: 4,
  unknown: 5,
} as const;

const ACCESS_WORDS = { read: 'reads', change: 'changes', buy: 'spends' } as const;

const overview = (): string => {
  const lines = Object.entries<Command>(COMMANDS).map(
    ([name, { summary, access }]) => `  ${name.padEnd(16)}${ACCESS_WORDS[access].padEnd(9)}${summary}`,
  );
  return [
    'reseller-desk COMMAND [VALUES] [--json]',
    '',
    'Talks to the running Reseller Desk of this user. Settings > Scripts must allow it.',
    '',
    ...lines,
    '  mcp                      The same commands as tools for an assistant (MCP on standard input and output).',
    '  help COMMAND             The fields of a command.',
    '',
    'Examples',
    '  reseller-desk clients --ends-within 3',
    '  reseller-desk debts --json | jq .rows',
    `  ${COMMANDS['renew-vpn'].example}`,
    '',
    'Exit codes',
    '  0 done    1 refused    2 wrong words    3 no desk is running, or it does not accept scripts',
    '  4 the settings do not allow it    5 a payment was begun and its outcome is not known',
  ].join('\n');
};

const fieldLine = ({ flag, kind, isRequired, help, fallback }: ReturnType<typeof fieldsOf>[number]): string => {
  const name = kind === 'boolean' ? `--${flag}` : `--${flag} ${kind === 'text' ? 'TEXT' : 'N'}`;
  const isShown = fallback !== undefined && fallback !== '' && fallback !== false;
  const rest = isRequired ? ' (required)' : isShown ? ` (default: ${String(fallback)})` : '';
  return `  ${name.padEnd(24)}${help}${rest}`;
};

/** Returns the help of all commands, or of one. */
export const helpText = (name: string | undefined): string => {
  if (name === undefined || !isCommandName(name)) return overview();
  const command: Command = COMMANDS[name];
  const unnamed = (command.positional ?? []).map((field) => ` [${field}]`).join('');
  return [
    `reseller-desk ${name}${unnamed} [--json]`,
    '',
    command.summary,
    ...(command.isSecret === true ? ['The settings must also allow scripts to read links, logins and passwords.'] : []),
    '',
    ...fieldsOf(command).map(fieldLine),
    `  ${'--json'.padEnd(24)}JSON instead of lines: amounts in kopecks, times in milliseconds since 1970, UTC`,
    '',
    'Example',
    `  ${command.example}`,
  ].join('\n');
};
