import type {
  EventName,
  EventPayload,
  ProcedureInput,
  ProcedureName,
  ProcedureOutput,
} from '#shared/contract/index.ts';
import type { AppError, Result } from '#shared/result.ts';
import { reportIfUnhandled } from './unhandled-errors.ts';

/** The frozen functions that the preload puts on `window`. */
export interface DeskBridge {
  /** JSON text as `input` is answered with JSON text, an object with an object. */
  invoke(name: string, input: unknown): Promise<unknown>;
  /** The answer to a question that the preload asked ahead; each answer is handed out once. */
  first(name: string, input: unknown): string | undefined;
  on(event: string, listener: (payload: unknown) => void): () => void;
}

declare global {
  interface Window {
    readonly desk: DeskBridge;
  }
}

/** An answer, which may be one of the last run of the app. */
type Answer<N extends ProcedureName> = Result<ProcedureOutput<N>> & { readonly isKept?: true };

let isDrawnFromKept = false;
const noteKept = ({ isKept }: { readonly isKept?: true }): void => {
  isDrawnFromKept ||= isKept === true;
};

/**
 * Asks the core. The promise never rejects: a broken bridge gives an `internal` error in the usual envelope. The other
 * side checks input and output against the contract. An error that the caller does not show appears in a message
 * (unhandled-errors.ts).
 */
export const call = async <N extends ProcedureName>(
  name: N,
  input: ProcedureInput<N>,
): Promise<Result<ProcedureOutput<N>>> => {
  try {
    // Both ways are JSON text, because the context bridge copies every value of an object separately.
    const answer = await window.desk.invoke(name, JSON.stringify(input));
    const result = (typeof answer === 'string' ? JSON.parse(answer) : answer) as Answer<N>;
    noteKept(result);
    return result.ok ? result : failed(result.error);
  } catch {
    return failed({ kind: 'internal', message: `No answer to ${name}` });
  }
};

/**
 * Returns whether a first answer came from the last run of the app. The event `system.answersChecked` follows as soon as
 * the core has started.
 */
export const areAnswersKept = (): boolean => isDrawnFromKept;

/**
 * The answer to one of the first questions (shared/contract/first-questions.ts), which the preload asked so that the
 * screen can be drawn at once. `undefined` means that the caller has to ask. Subscribe to the changes afterwards:
 * changes from the meantime arrive as well.
 */
export const firstAnswer = <N extends ProcedureName>(
  name: N,
  input: ProcedureInput<N>,
): ProcedureOutput<N> | undefined => {
  const answer = window.desk.first(name, JSON.stringify(input));
  if (answer === undefined) return undefined;
  const result = JSON.parse(answer) as Answer<N>;
  noteKept(result);
  // The caller repeats a question that failed, and its failure is reported then.
  return result.ok ? result.value : undefined;
};

const failed = (error: AppError): Result<never> => {
  reportIfUnhandled(error);
  return { ok: false, error };
};

/** Listens to one event of the core. Call the returned function to stop. */
export const subscribe = <N extends EventName>(event: N, listener: (payload: EventPayload<N>) => void): (() => void) =>
  window.desk.on(event, (payload) => listener(payload as EventPayload<N>));
