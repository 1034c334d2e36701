import type { z } from 'zod';
import type { Emit } from '#core/handlers.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { SqlValue } from '#core/platform/sqlite/sql.ts';
import type { FieldValue } from './doc-rows.ts';
import type { FieldTimes } from './field-times.ts';
import type { Timestamp } from './timestamps.ts';

/** Rows of another table that belong to the row and are published as a whole. */
interface ChildTable {
  readonly table: string;
  /** The column that holds the row's id. */
  readonly of: string;
  readonly columns: readonly string[];
}

export type Field =
  /**
   * Columns of the row that change together. `isTyped` marks a text that somebody typed, which is kept if it loses
   * against another one. `writtenAt` is an expression for the time of the field, if it is older than the rest of the
   * row.
   */
  | {
      readonly is: 'columns';
      readonly columns: readonly string[];
      readonly isTyped?: true;
      readonly isReading?: true;
      readonly writtenAt?: string;
      /** Returns whether values that fit their columns also fit each other. */
      readonly agrees?: (published: readonly FieldValue[]) => boolean;
      /**
       * Merges the values of two computers that changed the field without knowing of each other (changed-apart.ts).
       * Returns `null` if the later one holds. Every computer gets the same result, whichever of the two values it has.
       */
      readonly merge?: (published: readonly FieldValue[], here: readonly FieldValue[]) => readonly FieldValue[] | null;
    }
  /**
   * Rows of other tables. `isReading` marks data that was read from the service: a change to it does not restore a
   * removed record. `readAt` is an expression for the time, by this computer's clock, at which the data was requested.
   * So a reading that arrives late does not count as later than one that was requested after it.
   */
  | {
      readonly is: 'tables';
      readonly tables: readonly ChildTable[];
      readonly isReading?: true;
      readonly readAt?: string;
    }
  /**
   * A computer, in three columns: a flag for this one, the mark of another one, null if there is none, and a flag for one
   * whose desk was restored from a copy since. They are published as the list of one mark (doc-rows.ts).
   */
  | { readonly is: 'computer'; readonly here: string; readonly other: string; readonly beforeCopy: string }
  /** Rows of another table that come and go one by one. Each one is a field of its own, named `name/value`. */
  | { readonly is: 'set'; readonly table: string; readonly of: string; readonly column: string };

/** A field that is stored in columns of the record's own row. */
export type RowField = Extract<Field, { is: 'columns' | 'computer' }>;

export const isRowField = (field: Field): field is RowField => field.is === 'columns' || field.is === 'computer';

export const columnsOf = (field: RowField): readonly string[] =>
  field.is === 'columns' ? field.columns : [field.here, field.other, field.beforeCopy];

/** Declares one kind of shared record. Everything else about the kind follows from this. */
export interface DocKind {
  readonly name: string;
  readonly table: string;
  /** The column with the id of the record on this desk. */
  readonly id: string;
  /** Columns or expressions that identify the record on all computers: records with equal keys are the same record. */
  readonly key: readonly string[];
  /** Several records of one desk may have the same key. Their order tells them apart. */
  readonly mayRepeat?: true;
  /** The key of a record never changes. Without this, a row whose key changes becomes another record. */
  readonly hasFixedKey?: true;
  /**
   * The column that says whether the record is removed (catalogue/trash/removal-states.ts). Without it, removing a
   * record deletes its row.
   */
  readonly removed?: string;
  /** The column with the time of the removal, for records that stay in the trash for days. */
  readonly removedAt?: string;
  /** The column with the number of the action on this computer that removed the record. It is not published. */
  readonly removal?: string;
  /**
   * Returns whether lasting data, such as the journal, refers to a removed row. Such a row never disappears completely.
   */
  readonly outlives?: (db: Database, localId: number) => boolean;
  /** The fields that remain of a removed record to which `outlives` finds a reference. */
  readonly remains?: readonly string[];
  /** Values for columns of a new row that were not published, because they had been emptied before its publication. */
  readonly blank?: Readonly<Record<string, SqlValue>>;
  /** Records of this kind are never removed, whatever other computers publish. */
  readonly stays?: true;
  /**
   * One of `refs`. The record is a part of the record that this column names, and its fields never change: see
   * docs/shared-desk.md#lists.
   */
  readonly partOf?: string;
  /** An expression that says whether the row is ready to be published. Its key may change until then. */
  readonly isReady?: string;
  /** A column or expression with the time that says how old the row is when the desk is shared for the first time. */
  readonly writtenAt: string;
  readonly fields: Readonly<Record<string, Field>>;
  /** Groups of fields that are one decision: a change to one field publishes its whole group. */
  readonly together?: readonly (readonly string[])[];
  /** Fields that older apps publish as one (former-fields.ts). */
  readonly former?: Readonly<Record<string, FormerField>>;
  /**
   * The values that each column of the fields may have, as published. Those of `refs` follow from the records that they
   * name.
   */
  readonly values: Readonly<Record<string, z.ZodType>>;
  /**
   * The fields that people change themselves; the others follow from readings or purchases. The app shows who changed
   * these.
   */
  readonly byHand: readonly string[];
  /** The columns that hold the id of another shared record, each with the kind of that record; see also `COMPUTER`. */
  readonly refs: Readonly<Record<string, string>>;
  /** The columns of `refs` without which the record cannot exist: it disappears with the record that they name. */
  readonly owners?: readonly string[];
  /**
   * A field whose later value does not simply win. `compare` weighs the published value against the one here:
   * above 0 the published one holds, below 0 the one here, and at 0 the later one. The fields named in `with` come from
   * the same computer as this field.
   */
  readonly weighed?: {
    readonly field: string;
    readonly with: readonly string[];
    readonly compare: (published: unknown, here: unknown) => number;
  };
  /** Expressions for columns that are published in another form than they are stored. */
  readonly publishedAs?: Readonly<Record<string, string>>;
  /** Columns that contain bytes. */
  readonly bytes?: Readonly<Record<string, BytesAsText>>;
  /** A field that this computer publishes again when it joins, for the rows for which `where` is true. */
  readonly claims?: { readonly field: string; readonly where: string };
  /** Returns what `derive` needs to know about the row before its published fields (by name) are written. */
  readonly before?: (
    db: Database,
    localId: number,
    published: ReadonlyMap<string, unknown>,
  ) => Record<string, SqlValue> | undefined;
  /**
   * Writes everything that follows from the fields, even if the row is gone. `written` contains the fields that were
   * written in addition to those that make a new row. If it throws, nothing of the record is taken over.
   */
  readonly derive?: (
    db: Database,
    localId: number,
    before: Record<string, SqlValue> | undefined,
    written: ReadonlySet<string>,
  ) => void;
  /**
   * Joins a record that has just arrived with other records of this desk, and returns its fields that this changed.
   * `times` says when its fields were changed.
   */
  readonly join?: (db: Database, localId: number, times: FieldTimes) => readonly JoinedField[];
  /** Does the same as `derive` once for all records that arrived together, in the same transaction. */
  readonly arrived?: (db: Database, arrival: Arrival) => void;
  /** Writes one of the typed texts as its user would. `now` is in ms since the epoch, UTC. */
  readonly retype?: (
    db: Database,
    whose: { readonly accountId: string; readonly localId: number },
    field: string,
    text: string,
    now: number,
  ) => void;
  /**
   * Called with the records that arrived; `null` stands for many. The events of their tables are sent anyway
   * (desk/table-events.ts).
   */
  readonly changed?: (news: News, localIds: readonly number[] | null) => void;
}

/** A field of a record that has just arrived, which got its value from another record. */
export interface JoinedField {
  readonly field: string;
  /** When the value was written there. It wins against no value that was written after it. */
  readonly writtenAt: Timestamp;
}

/** Returns whether records of another kind are parts of records of this kind. */
export const isParentKind = (kinds: readonly DocKind[], { name }: DocKind): boolean =>
  kinds.some(({ partOf, refs }) => partOf !== undefined && refs[partOf] === name);

/** A field of older apps that has become several fields. */
export interface FormerField {
  /** The number of columns that it had. */
  readonly columns: number;
  /**
   * For each present field, the positions of its columns in the former field; `null` for a column that the former field
   * did not have.
   */
  readonly became: Readonly<Record<string, readonly (number | null)[]>>;
}

/** Converts bytes to the text in which they are published, and back. */
interface BytesAsText {
  /** Returns `null` if there are too many bytes to publish. */
  readonly encode: (stored: Uint8Array) => string | null;
  readonly decode: (published: string) => Uint8Array;
}

export interface News {
  readonly emit: Emit;
  /** Called when the rights of a computer were set. */
  readonly onRights: () => void;
  /** Called when somebody has read or dismissed alerts. */
  readonly onAlerts: () => void;
  /**
   * Called when results of standing orders have arrived. `edited` contains the orders that were edited, switched or
   * removed; `null` stands for many.
   */
  readonly onOrders: (edited: readonly number[] | null) => void;
}

interface Arrival {
  readonly accountId: string;
  readonly localIds: ReadonlySet<number>;
  /** See `uptimeOf`. */
  readonly uptime: number;
}

/**
 * Used in `refs`: the column holds the mark of the computer that made the record (timestamps.ts), or is empty if this
 * computer made it.
 */
export const COMPUTER = '@computer';

/**
 * The value of a removal by a computer that knew of nothing that `outlives` the record. 0 means that the record exists,
 * 1 that it is removed.
 */
export const REMOVED_UNNAMED = 2;
