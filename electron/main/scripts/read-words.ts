import { type ParseArgsOptionDescriptor, parseArgs } from 'node:util';
import { z } from 'zod';
import { COMMANDS, type Command, type CommandName, isCommandName } from '#core/scripts/commands.ts';
import { readingsOf } from '#shared/domain/typed-number.ts';

/** The words do not make a command. The message is a whole English sentence. */
export class WrongWords extends Error {
  override readonly name = 'WrongWords';
}

export interface ReadWords {
  readonly command: CommandName;
  readonly input: Readonly<Record<string, unknown>>;
  readonly isJson: boolean;
}

interface Field {
  readonly name: string;
  readonly flag: string;
  readonly kind: 'boolean' | 'number' | 'numbers' | 'text';
  readonly isRequired: boolean;
  readonly help: string;
  readonly fallback: unknown;
}

interface FieldSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly description?: string;
  readonly default?: unknown;
}

const kindOfField = ({ type, enum: values = [] }: FieldSchema): Field['kind'] => {
  if (type === 'boolean') return 'boolean';
  if (type === 'array') return 'numbers';
  const isNumeric = type === 'number' || type === 'integer' || (values.length > 0 && values.every(isNumber));
  return isNumeric ? 'number' : 'text';
};

const isNumber = (value: unknown): boolean => typeof value === 'number';

/** Returns the fields of a command, as they are written on the command line. */
export const fieldsOf = (command: Command): readonly Field[] => {
  const { properties = {}, required = [] } = z.toJSONSchema(command.input, { io: 'input' });
  return Object.entries(properties).map(([name, property]) => {
    const schema = property as FieldSchema;
    return {
      name,
      flag: name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      kind: kindOfField(schema),
      isRequired: required.includes(name),
      help: schema.description ?? '',
      fallback: schema.default,
    };
  });
};

const toNumber = (flag: string, text: string): number => {
  // A comma before three digits is a decimal comma to some and separates thousands for others. Nobody should pay for a guess.
  if (text.includes(',') && readingsOf(text) !== null) {
    throw new WrongWords(
      `--${flag} cannot be “${text}”, which may be a fraction or thousands. Write it without a comma.`,
    );
  }
  const number = Number(text.replace(',', '.'));
  if (text.trim() === '' || !Number.isFinite(number)) throw new WrongWords(`--${flag} needs a number, not “${text}”.`);
  return number;
};

const valueOfField = ({ kind, flag }: Field, given: string | boolean): unknown => {
  if (typeof given === 'boolean' || kind === 'text' || kind === 'boolean') return given;
  if (kind === 'number') return toNumber(flag, given);
  return given
    .split(',')
    .filter((text) => text.trim() !== '')
    .map((text) => toNumber(flag, text));
};

/**
 * Reads the words of a command line: the command, then `--field value`, `--field=value`, or values alone for the fields
 * that may stand without a name. Throws `WrongWords`. The desk checks the values.
 */
export const readWords = (words: readonly string[]): ReadWords => {
  const [name = '', ...rest] = words;
  if (!isCommandName(name)) throw new WrongWords(`There is no command “${name}”. Try: reseller-desk help`);
  const command: Command = COMMANDS[name];
  const fields = fieldsOf(command);
  const options: Record<string, ParseArgsOptionDescriptor> = { json: { type: 'boolean' } };
  for (const { flag, kind } of fields) options[flag] = { type: kind === 'boolean' ? 'boolean' : 'string' };
  const { values, positionals } = parse(rest, options);
  const input: Record<string, unknown> = {};
  for (const field of fields) {
    const given = values[field.flag];
    if (given !== undefined) input[field.name] = valueOfField(field, given);
  }
  const unnamed = command.positional ?? [];
  if (positionals.length > unnamed.length) {
    throw new WrongWords(`“${positionals[unnamed.length]}” is one word too many. Try: reseller-desk help ${name}`);
  }
  for (const [index, given] of positionals.entries()) {
    const field = fields.find((one) => one.name === unnamed[index]);
    if (field === undefined) continue;
    // Two values for one field may be two clients, and nobody knows which one is meant.
    if (input[field.name] !== undefined) {
      throw new WrongWords(
        `“${given}” and --${field.flag} are given for the same field. Try: reseller-desk help ${name}`,
      );
    }
    input[field.name] = valueOfField(field, given);
  }
  const missing = fields.find((field) => field.isRequired && input[field.name] === undefined);
  if (missing !== undefined) throw new WrongWords(`--${missing.flag} is missing. Try: reseller-desk help ${name}`);
  return { command: name, input, isJson: values.json === true };
};

const parse = (args: string[], options: Record<string, ParseArgsOptionDescriptor>) => {
  try {
    const { values, positionals, tokens } = parseArgs({
      args,
      options,
      allowPositionals: true,
      strict: true,
      tokens: true,
    });
    const named = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
    const twice = named.find((flag, index) => named.indexOf(flag) !== index);
    if (twice !== undefined) throw new Error(`--${twice} is given twice.`);
    return { values: values as Readonly<Record<string, string | boolean | undefined>>, positionals };
  } catch (error) {
    throw new WrongWords(error instanceof Error ? error.message : 'The words cannot be read.');
  }
};
