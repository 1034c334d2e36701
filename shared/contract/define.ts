import { z } from 'zod';

/** A request of the renderer with its input and its output. Both are checked when they cross the bridge. */
export interface Procedure<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly input: I;
  readonly output: O;
}

/** A message from the core to the renderer. */
export interface EventSpec<P extends z.ZodType = z.ZodType> {
  readonly payload: P;
}

/** Declares a procedure by the schemas of its input and output. */
export const procedure = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O): Procedure<I, O> => ({
  input,
  output,
});

/** Declares an event by the schema of its payload. */
export const event = <P extends z.ZodType>(payload: P): EventSpec<P> => ({ payload });

/** The schema of requests without input or without output. */
export const nothing = z.strictObject({});

/** A time in milliseconds since the epoch, UTC. */
export const timestamp = z.int();
/** An amount of money. Within the app roubles are always whole kopecks. */
export const kopecks = z.int();
export const id = z.int().positive();
export const accountId = z.string().min(1).max(64);

/** A text of limited length. Longer ones are rejected as bad input. */
export const text = (max: number) => z.string().max(max);

/** A section of a list that may be far longer than the renderer should hold. */
export const page = { offset: z.int().min(0), limit: z.int().min(1).max(500) };
/** The rows of a section, and the length of the whole list. */
export const rowsOf = <Row extends z.ZodType>(row: Row) => z.object({ total: z.int(), rows: z.array(row) });

/** The sort of a grid, by one of the columns that the core can sort by. */
export const sortBy = <const Columns extends readonly string[]>(columns: Columns) =>
  z.strictObject({ by: z.enum(columns), direction: z.enum(['asc', 'desc']) });

/** A variant of a union, identified by `kind`. */
export const kindOfUnion = <K extends string, S extends z.ZodRawShape>(name: K, shape: S) =>
  z.strictObject({ kind: z.literal(name), ...shape });

/**
 * Renewals with the same price in the forecast of the overview: their terms, the number that falls due, and the price
 * that the service last quoted.
 */
export const forecastPrice = <K extends string, S extends z.ZodRawShape>(product: K, terms: S) =>
  z.object({
    kind: z.literal(product),
    ...terms,
    count: z.int(),
    priceKopecks: kopecks.nullable(),
    asOf: timestamp.nullable(),
  });

/** The ids that an action on many things names. */
export const manyIds = z.array(id).min(1).max(200_000);
