import { z } from 'zod';

/** A request the renderer may make: what goes in, what comes out. Both are checked where they cross the bridge. */
export interface Procedure<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly input: I;
  readonly output: O;
}

/** Something the core tells the renderer. */
export interface EventSpec<P extends z.ZodType = z.ZodType> {
  readonly payload: P;
}

export const procedure = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O): Procedure<I, O> => ({
  input,
  output,
});

export const event = <P extends z.ZodType>(payload: P): EventSpec<P> => ({ payload });

/** For procedures that take nothing or answer nothing. */
export const nothing = z.strictObject({});

/** Milliseconds since the epoch, UTC. */
export const timestamp = z.int();
/** Roubles are whole kopecks everywhere inside the app. */
export const kopecks = z.int();
export const id = z.int().positive();
export const accountId = z.string().min(1).max(64);

/** The longest text any field of the app accepts; a longer one is bad input, not a crash. */
export const text = (max: number) => z.string().max(max);

/** A window into a list that may be far longer than the renderer should hold. */
export const page = { offset: z.int().min(0), limit: z.int().min(1).max(500) };
/** What stands in the window, and how many there are in all. */
export const rowsOf = <Row extends z.ZodType>(row: Row) => z.object({ total: z.int(), rows: z.array(row) });

/** Of a grid, by one of the columns that the core can sort by. */
export const sortBy = <const Columns extends readonly string[]>(columns: Columns) =>
  z.strictObject({ by: z.enum(columns), direction: z.enum(['asc', 'desc']) });

/** One kind of a union that is told apart by `kind`. */
export const kindOfUnion = <K extends string, S extends z.ZodRawShape>(name: K, shape: S) =>
  z.strictObject({ kind: z.literal(name), ...shape });

/** Whom or what an action on many names. */
export const manyIds = z.array(id).min(1).max(200_000);
