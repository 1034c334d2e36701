/** Texts whose length makes expressions and loops try again and again. A hostile service would send them. */
const repeated = (part: string) => (length: number) => part.repeat(Math.ceil(length / part.length)).slice(0, length);

export const WORST_TEXTS: Readonly<Record<string, (length: number) => string>> = {
  digits: repeated('1'),
  'digits and a letter': (length) => `${'1'.repeat(length - 1)}x`,
  'line ends and a letter': (length) => `${'\n'.repeat(length - 1)}x`,
  'a letter between line ends': (length) => `x${'\r\n'.repeat(length / 2 - 1)}x`,
  spaces: (length) => `${' '.repeat(length - 1)}x`,
  tabs: (length) => `x${'\t'.repeat(length - 2)}x`,
  quotes: repeated('"'),
  backslashes: repeated('\\'),
  'quotes behind backslashes': repeated('\\"'),
  brackets: repeated('['),
  braces: repeated('{}'),
  'opening tags': repeated('<title'),
  dots: (length) => `${'.'.repeat(length - 1)}x`,
  'dots between letters': (length) => `x${'.'.repeat(length - 2)}x`,
  colons: repeated('a:'),
  'at signs': repeated('a:@'),
  slashes: repeated('//'),
  'names of secrets': repeated('password: '),
  'links without an end': repeated('https://'),
  'marks on one letter': repeated('\u0301\u0316'),
  'separators of lines': repeated('\u2028'),
  'halves of characters': repeated('\ud83d'),
  'addresses that are none': repeated('1.1.1.'),
  'commas and minus': repeated(',-'),
};
