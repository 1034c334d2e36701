import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { passphraseProblems } from '#shared/domain/passphrase.ts';
import { invalidInput, type Problem } from '#shared/result.ts';

/**
 * The number of guesses that a passphrase must withstand by the estimate, as a power of ten. At half a second per guess
 * (derive-key.ts), one processor needs about 16 years for that many.
 */
const ENOUGH = 9;
/**
 * Only so many characters are rated: the estimate's time grows faster than the text, and more text can only make it
 * stronger.
 */
const LOOKED_AT = 100;
/** Words that an attacker who knows which app the file belongs to would try. */
const OWN_WORDS = ['reseller', 'desk', 'resellerdesk', 'backup', 'invitation', 'password', 'пароль', 'passphrase'];

const RUSSIAN_KEYS = 'йцукенгшщзхъфывапролджэячсмитьбю.ё';
const LATIN_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,./`";

/**
 * Returns the text that the same keys type in the Latin layout: the lists of known passwords contain "йцукен" as
 * "qwerty".
 */
const onLatinKeys = (text: string): string =>
  [...text.toLowerCase()].map((sign) => LATIN_KEYS[RUSSIAN_KEYS.indexOf(sign)] ?? sign).join('');

const CODES: Readonly<Record<string, string>> = {
  straightRow: 'passphrase-keys',
  keyPattern: 'passphrase-keys',
  simpleRepeat: 'passphrase-repeats',
  extendedRepeat: 'passphrase-repeats',
  sequences: 'passphrase-sequence',
  dates: 'passphrase-date',
  recentYears: 'passphrase-date',
  topTen: 'passphrase-known',
  topHundred: 'passphrase-known',
  common: 'passphrase-known',
  userInputs: 'passphrase-known',
};

let estimator: Promise<ZxcvbnFactory> | undefined;

/** Loads half a megabyte of known passwords when the first passphrase is set. */
const load = async (): Promise<ZxcvbnFactory> => {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
};

/**
 * Returns why a passphrase would be guessed, or `null`. Codes: `passphrase-known` (among the first that attackers try),
 * `passphrase-keys` (neighbours on the keyboard), `passphrase-repeats`, `passphrase-sequence`, `passphrase-date`,
 * `passphrase-weak` (too few guesses for another reason).
 */
export const weaknessOf = async (passphrase: string): Promise<Problem | null> => {
  estimator ??= load();
  const { check } = await estimator.then((one) => ({ check: (text: string) => one.check(text, OWN_WORDS) }));
  const text = passphrase.normalize('NFKC').slice(0, LOOKED_AT);
  const results = [text, onLatinKeys(text)].map(check);
  const weakest = results.reduce((one, other) => (other.guessesLog10 < one.guessesLog10 ? other : one));
  if (weakest.guessesLog10 >= ENOUGH) return null;
  const why = Object.keys(CODES).find((name) => name === weakest.feedback.warning);
  return { field: 'passphrase', code: (why === undefined ? undefined : CODES[why]) ?? 'passphrase-weak' };
};

/**
 * Throws DeskError `invalid-input` with the first problem only, in this order: too short, easy to guess, typed
 * differently.
 */
export const assertPassphrase = async (passphrase: string, repeated: string): Promise<void> => {
  const weakness = await weaknessOf(passphrase);
  const problems = [...passphraseProblems(passphrase, repeated), ...(weakness === null ? [] : [weakness])].slice(0, 1);
  if (problems.length > 0) throw invalidInput('The passphrase is not accepted.', ...problems);
};
