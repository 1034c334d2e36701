import type { z } from 'zod';
import type { Emit } from '#core/handlers.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { SqlValue } from '#core/platform/sqlite/sql.ts';
import type { FieldValue } from './doc-rows.ts';

/** Rows of another table that belong to the row, told as a whole. */
interface ChildTable {
  readonly table: string;
  /** Its column that holds the row's id. */
  readonly of: string;
  readonly columns: readonly string[];
}

export type Field =
  /**
   * Columns of the row that change together. `isTyped`: somebody's words, kept when they lose against others. `writtenAt`:
   * where it is older than the rest of the row.
   */
  | {
      readonly is: 'columns';
      readonly columns: readonly string[];
      readonly isTyped?: true;
      readonly isReading?: true;
      readonly writtenAt?: string;
      /** Whether values that fit their columns fit each other. */
      readonly agrees?: (published: readonly FieldValue[]) => boolean;
      /**
       * What it holds after two computers have changed it without knowing of each other (changed-apart.ts); `null`: the later
       * one. The same for all who ask, whichever of the two is here.
       */
      readonly merge?: (published: readonly FieldValue[], here: readonly FieldValue[]) => readonly FieldValue[] | null;
    }
  /**
   * What was read of the service: it wakes nothing that was removed. `readAt`: an expression with the time by this computer's
   * clock at which it was asked for, so that a reading that comes late is no later than one that was asked for after it.
   */
  | {
      readonly is: 'tables';
      readonly tables: readonly ChildTable[];
      readonly isReading?: true;
      readonly readAt?: string;
    }
  /** Rows of another table that come and go one by one; each is a field of its own, `name/value`. */
  | { readonly is: 'set'; readonly table: string; readonly of: string; readonly column: string };

/** One kind of what computers share. Everything else about it follows from this. */
export interface DocKind {
  readonly name: string;
  readonly table: string;
  /** The column with its number on this desk. */
  readonly id: string;
  /** Columns, or expressions, that it is named by on all computers: equal ones are the same thing. */
  readonly key: readonly string[];
  /** Several of one desk may have the same key: they are told apart by their order. */
  readonly mayRepeat?: true;
  /** Its key never changes. Where one does, the thing is another one then. */
  readonly hasFixedKey?: true;
  /** Column that says whether it is removed (catalogue/trash/removed-groups.ts). Without it, what is removed is deleted. */
  readonly removed?: string;
  /** Column with the time of the removal, of what stays in the trash for days. */
  readonly removedAt?: string;
  /** Whether a row that is removed is named by what stays, as the books do: it is never quite gone then. */
  readonly outlives?: (db: Database, localId: number) => boolean;
  /** Fields that stay of what `outlives` finds named. */
  readonly remains?: readonly string[];
  /** Columns of a new row of which nothing was told: they were emptied before it was told here. */
  readonly blank?: Readonly<Record<string, SqlValue>>;
  /** Nobody removes it, whatever is told. */
  readonly stays?: true;
  /** One of `refs`: it is a part of what this names, and its fields never change: docs/shared-desk.md#lists. */
  readonly partOf?: string;
  /** Whether there is something to tell of a row yet, as an expression. Its key may change until then. */
  readonly isReady?: string;
  /** Column, or expression, with the time that says how old the row is when the desk is shared for the first time. */
  readonly writtenAt: string;
  readonly fields: Readonly<Record<string, Field>>;
  /** Fields that are one decision: whoever changes one of them tells all. */
  readonly together?: readonly (readonly string[])[];
  /** Fields that older apps tell as one (former-fields.ts). */
  readonly former?: Readonly<Record<string, FormerField>>;
  /** What each column of the fields may hold, as it is told; that of `refs` follows from what they name. */
  readonly values: Readonly<Record<string, z.ZodType>>;
  /** Of those the ones that somebody changes, where others follow from what is read or bought: of them it is said who did. */
  readonly byHand: readonly string[];
  /** Columns that hold the id of another shared thing; see also `COMPUTER`. */
  readonly refs: Readonly<Record<string, string>>;
  /** Of those the ones without which there is no such thing: it goes with what they name. */
  readonly owners?: readonly string[];
  /**
   * A field that is not simply taken over when it is later: what it holds is weighed against what is here, above 0 what is told
   * holds, below 0 what is here, and at 0 the later one. Those that go `with` it come from the same computer.
   */
  readonly weighed?: {
    readonly field: string;
    readonly with: readonly string[];
    readonly compare: (published: unknown, here: unknown) => number;
  };
  /** Columns that are told otherwise than they stand there, as expressions. */
  readonly publishedAs?: Readonly<Record<string, string>>;
  /** Columns with bytes. */
  readonly bytes?: Readonly<Record<string, BytesAsText>>;
  /** A field that this computer says anew when it joins, of the rows of which this holds. */
  readonly claims?: { readonly field: string; readonly where: string };
  /** What `derive` has to know of the row before what was told of it (by the names of fields) is written. */
  readonly before?: (
    db: Database,
    localId: number,
    published: ReadonlyMap<string, unknown>,
  ) => Record<string, SqlValue> | undefined;
  /**
   * Writes what follows from the fields; also when the row is gone. `written`: those that were written beside what makes a
   * new row. Where it throws nothing of the thing is taken over.
   */
  readonly derive?: (
    db: Database,
    localId: number,
    before: Record<string, SqlValue> | undefined,
    written: ReadonlySet<string>,
  ) => void;
  /** The same for all that came at once, in the same transaction. */
  readonly arrived?: (db: Database, arrival: Arrival) => void;
  /** Writes one of the typed texts as its user would. `now`: ms since the epoch, UTC. */
  readonly retype?: (
    db: Database,
    whose: { readonly accountId: string; readonly localId: number },
    field: string,
    text: string,
    now: number,
  ) => void;
  /** Tells the window; `null`: many. */
  readonly changed: (news: News, localIds: readonly number[] | null) => void;
}

/** A field that became several. */
export interface FormerField {
  /** How many columns it had. */
  readonly columns: number;
  /** Of each field of now the columns of the former one, in their order; `null`: it had none. */
  readonly became: Readonly<Record<string, readonly (number | null)[]>>;
}

/** How bytes travel. */
interface BytesAsText {
  /** `null`: they are too many to be told. */
  readonly encode: (stored: Uint8Array) => string | null;
  readonly decode: (published: string) => Uint8Array;
}

export interface News {
  readonly emit: Emit;
  /** Prices, sales or payments have come. */
  readonly onMoney: () => void;
  /** Somebody did something with alerts. */
  readonly onAlerts: () => void;
  /** What became of standing orders has come, and these were edited, switched or removed; `null`: many. */
  readonly onOrders: (edited: readonly number[] | null) => void;
}

interface Arrival {
  readonly accountId: string;
  readonly localIds: ReadonlySet<number>;
  /** See `uptimeOf`. */
  readonly uptime: number;
}

/** In `refs`: the column has the mark of the computer that made it (timestamps.ts), or is empty for this one. */
export const COMPUTER = '@computer';

/** What it says where whoever removed it knew of nothing that `outlives` it: 0 is there, 1 removed. */
export const REMOVED_UNNAMED = 2;
