/**
 * The one envelope every request travels back in. Nothing throws across the bridge (Electron would keep only the
 * message of a thrown error), and a stack never crosses it.
 */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: AppError };

/**
 * What went wrong, for the user and for the code.
 *
 * The first block comes from talking to the service (the API client decides), the second from the app itself.
 */
export const ERROR_KINDS = [
  // the service
  'offline', // there is no way to the service; whether a request was under way is not said
  'timeout',
  'unauthorized', // 401: the token is not accepted
  'forbidden', // 403
  'rate-limited', // 429, or 503 with Retry-After
  'rejected', // the service answered, and said no; its own words are in details.serviceMessage
  'server', // 5xx
  'malformed', // an answer that is not of this API; masked raw text in details.raw
  'outcome-unknown', // a charge was sent and no definite answer came back
  // the app
  'invalid-input', // details.problems name the fields
  'not-found',
  'conflict', // the same thing exists already, or the state does not allow it
  'price-changed', // the service's price is not the one that was confirmed
  'target-changed', // what is to be paid for is not as it was when it was agreed to
  'target-open', // an earlier purchase of the same has no outcome yet
  'insufficient-balance',
  'signed-out', // there is no account, or no token for it
  'keychain', // the OS keychain cannot be used
  'file', // a file could not be read or written; details.code says why
  'storage', // the local database
  'shared-desk', // what several computers share, or the database it goes through; details.code says what
  'cancelled', // the user, or a job's cancel
  'internal',
] as const;

export type ErrorKind = (typeof ERROR_KINDS)[number];

/** One thing wrong with one field. `code` is a key of the renderer's texts (`problems.<code>`), `params` fill it. */
export interface Problem {
  readonly field: string;
  readonly code: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** `message` is plain English for logs and for a missing translation; the renderer speaks by `kind` and `details`. */
export interface AppError {
  readonly kind: ErrorKind;
  readonly message: string;
  readonly details?: ErrorDetails;
}

export interface ErrorDetails {
  /** A finer reason, a key of the renderer's texts (`errors.codes.<code>`), e.g. `not-https`, `disk-full`. */
  readonly code?: string;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly problems?: readonly Problem[];
  /** What the service itself said, secrets masked. */
  readonly serviceMessage?: string;
  readonly status?: number;
  /** The unreadable answer, secrets masked, cut to a size that can be shown and sent to support. */
  readonly raw?: string;
  readonly retryAfterMs?: number;
}

/** Thrown inside the core only; the dispatcher turns it into a Result. */
export class DeskError extends Error {
  override readonly name = 'DeskError';
  readonly kind: ErrorKind;
  readonly details: ErrorDetails | undefined;

  constructor(kind: ErrorKind, message: string, details?: ErrorDetails) {
    super(message);
    this.kind = kind;
    this.details = details;
  }

  toAppError(): AppError {
    return this.details === undefined
      ? { kind: this.kind, message: this.message }
      : { kind: this.kind, message: this.message, details: this.details };
  }
}

/** What the user can put right: each problem names its field. */
export const invalidInput = (message: string, ...problems: readonly Problem[]): DeskError =>
  new DeskError('invalid-input', message, { problems });

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });
export const fail = (error: AppError): Result<never> => ({ ok: false, error });

/** For an exhaustive `switch`: the compiler refuses a call that can be reached. */
export const assertNever = (value: never): never => {
  throw new Error(`unhandled case: ${String(value)}`);
};
