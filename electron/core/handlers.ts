import type { EventName, EventPayload, ParsedInput, ProcedureName, ProcedureOutput } from '#shared/contract/index.ts';

/** Answers one procedure. It throws a DeskError for errors that it expects; the dispatcher builds the envelope. */
export type Handler<N extends ProcedureName> = (
  input: ParsedInput<N>,
) => ProcedureOutput<N> | Promise<ProcedureOutput<N>>;

/** A handler for every procedure of the contract; the compiler reports missing ones. */
export type Handlers = { readonly [N in ProcedureName]: Handler<N> };

/** The procedures of one feature: `FeatureHandlers<'clients'>` is every `clients.*`. */
export type FeatureHandlers<F extends string> = {
  readonly [N in ProcedureName as N extends `${F}.${string}` ? N : never]: Handler<N>;
};

/** The payload of each event of the contract. */
export type EventPayloads = { readonly [N in EventName]: EventPayload<N> };

/** Sends an event to the pages. */
export type Emit = <N extends EventName>(name: N, payload: EventPayloads[N]) => void;
