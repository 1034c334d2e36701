import { ACCOUNT_TABLES } from './account-tables.ts';
import { ALERT_COLUMNS } from './alert-columns.ts';
import { AUTOMATION_TABLES } from './automation-tables.ts';
import { CHANGED_PAIR_TRIGGER } from './changed-pair-trigger.ts';
import { CHECKED_LIST_TABLES } from './checked-list-tables.ts';
import { CLIENT_TABLES } from './client-tables.ts';
import { GOODS_TABLES } from './goods-tables.ts';
import { LIST_TABLES } from './list-tables.ts';
import { MONEY_TABLES } from './money-tables.ts';
import { ONE_MEANING_COLUMNS } from './one-meaning-columns.ts';
import { PAID_UNTIL_COLUMNS } from './paid-until-columns.ts';
import { REMOVAL_COLUMNS } from './removal-columns.ts';
import { RUN_TABLES } from './run-tables.ts';
import { SHARED_DESK_COLUMNS } from './shared-desk-columns.ts';
import { SHARED_DESK_TABLES } from './shared-desk-tables.ts';

/**
 * Removes the comments, so that they do not become part of the database and may be edited at any time. A single changed
 * character of a statement makes another schema (tests/unit/core/storage/shipped-schema.test.ts).
 */
const withoutComments = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/--.*$/, '').trimEnd())
    .filter((line) => line !== '')
    .join('\n');

/**
 * The schema of the first migration.
 *
 * All times are milliseconds since the epoch, UTC, unless a column says otherwise; all amounts are kopecks. `account_id`
 * is in most tables because a desk holds several accounts and most indexes begin with it. Flags are 0 and 1. A column that
 * ends in `_json` holds JSON, one that ends in `as_of` the time of a reading, and one that ends in `_sort` a text
 * folded for sorting. Columns stand in the order in which they were once added, because a desk of an earlier version has
 * them in this order (../earlier).
 */
export const SCHEMA = withoutComments(
  [
    ACCOUNT_TABLES,
    CLIENT_TABLES,
    GOODS_TABLES,
    MONEY_TABLES,
    LIST_TABLES,
    RUN_TABLES,
    AUTOMATION_TABLES,
    SHARED_DESK_TABLES,
  ].join(''),
);

/** The second migration: lists that are checked on the schedule. */
export const CHECKED_LISTS_SCHEMA = withoutComments(CHECKED_LIST_TABLES);

/** The third migration: the plan of a client, and the day until which it is paid. */
export const PAID_UNTIL_SCHEMA = withoutComments(PAID_UNTIL_COLUMNS);

/** The fourth migration: columns that mean one thing. */
export const ONE_MEANING_SCHEMA = withoutComments(ONE_MEANING_COLUMNS);

/** The fifth migration: a client with another pair loses the chat of the former one. */
export const CHANGED_PAIR_SCHEMA = withoutComments(CHANGED_PAIR_TRIGGER);

/** The sixth migration: columns of alerts that mean one thing. */
export const ALERTS_SCHEMA = withoutComments(ALERT_COLUMNS);

/** The seventh migration: tables and columns of shared desks that mean one thing. */
export const SHARED_DESK_SCHEMA = withoutComments(SHARED_DESK_COLUMNS);

/** The eighth migration: the number of a removal in a column of its own. */
export const REMOVAL_SCHEMA = withoutComments(REMOVAL_COLUMNS);
