/** Text as it is searched: without letter case, without the dots of ё, in any script. Both sides are folded alike. */
export const foldText = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е').trim();
