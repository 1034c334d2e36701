import type {
  EventName,
  EventPayload,
  ProcedureInput,
  ProcedureName,
  ProcedureOutput,
} from '#shared/contract/index.ts';
import type { AppError, Result } from '#shared/result.ts';
import { reportIfUnhandled } from './unhandled-errors.ts';

/** What the preload puts on `window`: functions, frozen. */
export interface DeskBridge {
  /** `input` as JSON text is answered with JSON text, an object with an object. */
  invoke(name: string, input: unknown): Promise<unknown>;
  /** What was asked for the page before its code was there, once; later on and for anything else nothing. */
  first(name: string, input: unknown): string | undefined;
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
 * told in a message (unhandled-errors.ts).
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

/**
 * The answer to one of the first questions (shared/contract/first-questions.ts), which the preload has asked, for what is
 * drawn at once. `undefined`: it has to be asked. Then listen to what changes it: what changed meanwhile is told as well.
 */
export const firstAnswer = <N extends ProcedureName>(
  name: N,
  input: ProcedureInput<N>,
): ProcedureOutput<N> | undefined => {
  const answer = window.desk.first(name, JSON.stringify(input));
  if (answer === undefined) return undefined;
  const result = JSON.parse(answer) as Result<ProcedureOutput<N>>;
  // One that failed is asked again, and told then.
  return result.ok ? result.value : undefined;
};

const failed = (error: AppError): Result<never> => {
  reportIfUnhandled(error);
  return { ok: false, error };
};

/** Listens to one event of the core; call the returned function to stop. */
export const subscribe = <N extends EventName>(event: N, listener: (payload: EventPayload<N>) => void): (() => void) =>
  window.desk.on(event, (payload) => listener(payload as EventPayload<N>));
