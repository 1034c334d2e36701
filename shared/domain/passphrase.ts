import type { Problem } from '../result.ts';

/** Anybody who has the file can try passphrases without limit, so a short one would be found. */
export const MIN_PASSPHRASE = 10;
const MAX_PASSPHRASE = 500;

/**
 * Returns the problems of a new passphrase and its repetition. Codes: `passphrase-short`, `passphrase-long`,
 * `passphrase-differs`. Length is counted in characters, not in code units.
 */
export const passphraseProblems = (passphrase: string, repeated: string): readonly Problem[] => {
  const length = [...passphrase].length;
  if (length < MIN_PASSPHRASE) {
    return [{ field: 'passphrase', code: 'passphrase-short', params: { min: MIN_PASSPHRASE } }];
  }
  if (length > MAX_PASSPHRASE) {
    return [{ field: 'passphrase', code: 'passphrase-long', params: { max: MAX_PASSPHRASE } }];
  }
  return passphrase === repeated ? [] : [{ field: 'repeated', code: 'passphrase-differs' }];
};
