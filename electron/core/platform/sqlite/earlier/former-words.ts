import { plain, type Sql } from '../sql.ts';

/** States of due items as desks called them before the first release, with the present ones. */
export const FORMER_DUE_ITEM_STATES = {
  hours: 'outside-hours',
  held: 'blocked',
  visible: 'awaiting-topup',
  begun: 'started-elsewhere',
  unsure: 'needs-confirmation',
  cap: 'month-cap',
  balance: 'insufficient-balance',
  left: 'abandoned',
  gone: 'no-longer-due',
} as const;

const { hours, held, cap, balance } = FORMER_DUE_ITEM_STATES;
/** The same for the code of the reason why a standing order does nothing. */
export const FORMER_BLOCKED_REASONS = { hours, held, cap, balance } as const;

/** The same for the topic of an alert about a standing order. */
export const FORMER_TOPICS = { held, cap, balance } as const;

/** Builds an expression for a word in a column of JSON; NULL where there is none, or where the text cannot be read. */
export const wordIn = (column: string, key: 'code' | 'topic'): string =>
  `iif(json_valid(${column}), ${column} ->> '$.${key}', NULL)`;

/** Builds an expression for the present word of a column's word, which may be a present one already. */
export const presentWord = (column: string, words: Readonly<Record<string, string>>): Sql =>
  plain(
    `CASE ${column} ${Object.entries(words)
      .map(([former, present]) => `WHEN '${former}' THEN '${present}'`)
      .join(' ')} ELSE ${column} END`,
  );
