/**
 * The envelope of every answer that crosses the bridge. Nothing is thrown across it, because Electron would keep only
 * the message of the error; stack traces stay in the core.
 */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: AppError };

/**
 * The kinds of errors, for the user and for the code.
 *
 * The API client assigns the kinds of the first block, which come from talking to the service; the app assigns the
 * others.
 */
export const ERROR_KINDS = [
  // the service
  'offline', // the service cannot be reached; this does not tell whether a request had already left
  'timeout',
  'unauthorized', // 401: the service does not accept the token
  'forbidden', // 403
  'rate-limited', // 429, or 503 with Retry-After
  'rejected', // the service answered and refused; details.serviceMessage has its own words
  'server', // 5xx
  'malformed', // the answer does not follow this API; details.raw has its text with secrets masked
  'outcome-unknown', // a request that charges was sent, and no definite answer came back
  // the app
  'invalid-input', // details.problems name the fields
  'not-found',
  'conflict', // the thing exists already, or its state does not allow the action
  'price-changed', // the service's price differs from the confirmed one
  'target-changed', // the target of the payment has changed since the user agreed to it
  'target-open', // an earlier purchase of the same target has no known outcome yet
  'insufficient-balance',
  'signed-out', // no account is signed in, or its token is missing
  'keychain', // the OS keychain cannot be used
  'file', // a file could not be read or written; details.code says why
  'storage', // the local database
  'shared-desk', // the shared desk, or the database that its computers exchange data through; details.code says why
  'cancelled', // cancelled by the user, or with its job
  'internal',
] as const;

export type ErrorKind = (typeof ERROR_KINDS)[number];

/**
 * A problem of one field. `code` is a key of the renderer's texts (`problems.<code>`), and `params` fill that text in.
 */
export interface Problem {
  readonly field: string;
  readonly code: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

/**
 * An error as the renderer receives it. `message` is plain English, for logs and for missing translations; the renderer
 * builds its text from `kind` and `details`.
 */
export interface AppError {
  readonly kind: ErrorKind;
  readonly message: string;
  readonly details?: ErrorDetails;
}

export interface ErrorDetails {
  /**
   * A more specific reason, as a key of the renderer's texts (`errors.codes.<code>`), e.g. `not-https`, `disk-full`.
   */
  readonly code?: string;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly problems?: readonly Problem[];
  /** The service's own message, secrets masked. */
  readonly serviceMessage?: string;
  readonly status?: number;
  /** The unreadable answer, secrets masked, cut to a size that can be shown and sent to support. */
  readonly raw?: string;
  readonly retryAfterMs?: number;
}

/** An error thrown within the core. The dispatcher turns it into a `Result`. */
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

/** Creates an error that the user can correct: each problem names its field. */
export const invalidInput = (message: string, ...problems: readonly Problem[]): DeskError =>
  new DeskError('invalid-input', message, { problems });

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });
export const fail = (error: AppError): Result<never> => ({ ok: false, error });

/** Returns the value of an answer. Throws its error as a DeskError. */
export const unwrap = <T>(result: Result<unknown>): T => {
  if (result.ok) return result.value as T;
  const { kind, message, details } = result.error;
  throw new DeskError(kind, message, details);
};

/** Ends an exhaustive `switch`. The code does not compile if a case can still reach this call. */
export const assertNever = (value: never): never => {
  throw new Error(`unhandled case: ${String(value)}`);
};
