import { COMMANDS, type CommandName, isCommandName } from '#core/scripts/commands.ts';
import type { ScriptAnswer } from '#core/scripts/protocol.ts';
import type { AppError } from '#shared/result.ts';
import { EXIT, helpText } from './help.ts';
import { jsonLine, oneLine, plainLines } from './plain-lines.ts';
import { readWords, WrongWords } from './read-words.ts';
import { connectToDesk, DeskGone, NoDesk } from './script-client.ts';
import { scriptTexts } from './script-texts.ts';

interface ScriptOptions {
  readonly words: readonly string[];
  /** The data folder of the desk. */
  readonly dataFolder: string;
  /** The locale of the system, such as `ru_RU.UTF-8`. */
  readonly locale: string;
  readonly isTerminal: boolean;
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
}

/**
 * Returns what a purchase came to: only what is charged, and here as it was ordered, is done. A purchase that only evidence
 * calls not charged may turn out to be charged. `warning` names a sentence for the user.
 */
const resultOf = (
  value: unknown,
): { readonly code: number; readonly warning: 'outcomeUnknown' | 'notAsOrdered' | null } => {
  const done = { code: EXIT.done, warning: null };
  if (typeof value !== 'object' || value === null || !('outcome' in value) || !('order' in value)) return done;
  const { outcome, basis, goods, reason } = value as {
    readonly outcome: unknown;
    readonly basis?: unknown;
    readonly goods?: unknown;
    readonly reason?: unknown;
  };
  const unknown = { code: EXIT.unknown, warning: 'outcomeUnknown' } as const;
  if (outcome === 'charged') {
    if (goods !== 'here') return unknown;
    return reason === 'not-as-ordered' ? { code: EXIT.unknown, warning: 'notAsOrdered' } : done;
  }
  return outcome === 'not-charged' && basis !== 'evidence' ? { code: EXIT.refused, warning: null } : unknown;
};

/** Returns the exit code of an error. */
export const codeOfError = (command: CommandName, { kind, details }: AppError): number => {
  if (details?.code === 'answer-not-stored' || kind === 'outcome-unknown') return EXIT.unknown;
  // Nothing leaves before the purchase is stored. Any other trouble with the disk, and an error that nobody expected, may have come
  // after the request had left.
  const isLate = kind === 'internal' || (kind === 'storage' && details?.code !== 'intent-not-stored');
  if (isLate && COMMANDS[command].access === 'buy') return EXIT.unknown;
  if (kind === 'forbidden' && details?.code?.startsWith('script-') === true) return EXIT.notAllowed;
  return kind === 'invalid-input' ? EXIT.wrongWords : EXIT.refused;
};

/** Returns the exit code of a command that died without an answer. Nobody knows how far a purchase got. */
export const codeWithoutAnswer = ([name]: readonly string[]): number =>
  isCommandName(name) && COMMANDS[name].access === 'buy' ? EXIT.unknown : EXIT.refused;

/** Carries out the words of a command line, and returns the exit code. `mcp` never gets here. */
export const runScript = async (options: ScriptOptions): Promise<number> => {
  const { words, print, complain } = options;
  const texts = scriptTexts(options.locale);
  if (words[0] === 'help' || words.includes('--help')) {
    print(helpText(words.find((word, index) => word !== 'help' && (index > 0 || words[0] !== 'help'))));
    return EXIT.done;
  }
  try {
    const { command, input, isJson } = readWords(words);
    const client = await connectToDesk(options.dataFolder);
    const answer: ScriptAnswer = await client.send(command, input);
    client.close();
    if (!answer.ok) {
      complain(isJson ? jsonLine(answer.error) : oneLine(texts.describe(answer.error)));
      const code = codeOfError(command, answer.error);
      if (code === EXIT.unknown && !isJson) complain(texts.mayBeSent);
      return code;
    }
    print(isJson ? jsonLine(answer.value) : plainLines(answer.value, options.isTerminal));
    if (COMMANDS[command].access !== 'buy') return EXIT.done;
    const { code, warning } = resultOf(answer.value);
    if (warning !== null) complain(texts[warning]);
    return code;
  } catch (error) {
    if (error instanceof WrongWords) {
      complain(error.message);
      return EXIT.wrongWords;
    }
    if (error instanceof NoDesk) {
      complain(texts.noDesk);
      return EXIT.noDesk;
    }
    if (error instanceof DeskGone) {
      complain(texts.deskGone);
      return EXIT.unknown;
    }
    throw error;
  }
};
