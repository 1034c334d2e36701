/**
 * Text as a search compares it, both sides alike: one form per character, small letters in any script, `ё` as `е` because
 * people type either. NUL would end a text early in SQLite.
 */
export const foldText = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е').replaceAll('\u0000', ' ');
