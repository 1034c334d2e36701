import type { Postgres } from './postgres.ts';

/** Returns the word as it is, as bytes, and as base64 from each of the three positions at which it can begin. */
const looksOf = (word: string): readonly string[] => [
  word,
  word.toLowerCase(),
  Buffer.from(word).toString('hex'),
  ...[0, 1, 2].map((from) =>
    Buffer.from(word.slice(from, word.length - ((word.length - from) % 3))).toString('base64'),
  ),
];

/** Returns the words that occur anywhere in the server's tables or in its log, in whatever form. */
export const readableIn = async (postgres: Postgres, words: readonly string[]): Promise<readonly string[]> => {
  const tables = await postgres.ask(
    "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('reseller_desk', 'public')",
  );
  const texts = await Promise.all(tables.map(({ name }) => postgres.ask(`SELECT t::text FROM ${name} t`)));
  const all = JSON.stringify(texts) + postgres.log();
  return words.filter((word) => looksOf(word).some((look) => all.includes(look)));
};
