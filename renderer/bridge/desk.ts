import type {
  EventName,
  EventPayload,
  ProcedureInput,
  ProcedureName,
  ProcedureOutput,
} from '#shared/contract/index.ts';
import type { AppError, Result } from '#shared/result.ts';
import { expectTold } from './untold.ts';

/** What the preload puts on `window`: two functions, frozen. */
export interface DeskBridge {
  /** `input` as JSON text is answered with JSON text, an object with an object. */
  invoke(name: string, input: unknown): Promise<unknown>;
  on(event: string, listener: (payload: unknown) => void): () => void;
}

declare global {
  interface Window {
    readonly desk: DeskBridge;
  }
}

/**
 * Asks the core. Never rejects: a bridge that breaks is an `internal` error in the same envelope as all others.
 * Input and output are checked against the contract on the other side. An error that the caller does not put in words is
 * told in a message (untold.ts).
 */
export const call = async <N extends ProcedureName>(
  name: N,
  input: ProcedureInput<N>,
): Promise<Result<ProcedureOutput<N>>> => {
  try {
    // As text both ways: between the two worlds of a page every value of an object is copied by itself.
    const answer = await window.desk.invoke(name, JSON.stringify(input));
    const result = (typeof answer === 'string' ? JSON.parse(answer) : answer) as Result<ProcedureOutput<N>>;
    return result.ok ? result : failed(result.error);
  } catch {
    return failed({ kind: 'internal', message: `No answer to ${name}` });
  }
};

const failed = (error: AppError): Result<never> => {
  expectTold(error);
  return { ok: false, error };
};

/** Listens to one event of the core; call the returned function to stop. */
export const subscribe = <N extends EventName>(event: N, listener: (payload: EventPayload<N>) => void): (() => void) =>
  window.desk.on(event, (payload) => listener(payload as EventPayload<N>));
