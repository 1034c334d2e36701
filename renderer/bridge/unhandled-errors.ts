import type { AppError, Problem } from '#shared/result.ts';

/**
 * No error may vanish in silence. Code that shows an error in words (i18n/describe-error.ts), or the problem of one
 * field, marks it as handled. Once the window has drawn the answer, every error that is still unmarked appears in a
 * message: an error of a screen that shows none, or a problem with a field that its form does not have.
 */
const handledErrors = new WeakSet<AppError | Problem>();
const retries = new WeakMap<AppError, () => void>();

/** The screen needs this time to draw an answer. Then the window gets up to the second time to come to rest. */
const DRAWN_AFTER_MS = 100;
const AT_REST_WITHIN_MS = 2_000;

type Reporter = (error: AppError, retry: (() => void) | undefined) => void;

let report: Reporter = () => undefined;

/** Sets what shows an unhandled error. The start of the window calls it once. */
export const reportUnhandledBy = (reporter: Reporter): void => {
  report = reporter;
};

/** Call it when the error is on the screen in words, or when it no longer concerns anybody. */
export const markHandled = (what: AppError | Problem): void => {
  handledErrors.add(what);
};

/** Remembers how to repeat the reading that failed, so that the message can offer it. */
export const registerRetry = (error: AppError, retry: () => void): void => {
  retries.set(error, retry);
};

/** The function that repeats the reading which failed with this error, if there is one. */
export const retryOf = (error: AppError): (() => void) | undefined => retries.get(error);

/** The error without the problems that their fields already show; `undefined` if nothing is left to report. */
const unhandledPart = (error: AppError): AppError | undefined => {
  const { problems } = error.details ?? {};
  if (handledErrors.has(error)) return undefined;
  if (problems === undefined || problems.length === 0) return error;
  const left = problems.filter((problem) => !handledErrors.has(problem));
  return left.length === 0 ? undefined : { ...error, details: { ...error.details, problems: left } };
};

/** Reports the error unless somebody handles it in time. The user already knows about a cancellation of their own. */
export const reportIfUnhandled = (error: AppError): void => {
  if (error.kind === 'cancelled') return;
  const check = (): void => {
    const left = unhandledPart(error);
    if (left !== undefined) report(left, retries.get(error));
  };
  setTimeout(() => requestIdleCallback(check, { timeout: AT_REST_WITHIN_MS }), DRAWN_AFTER_MS);
};
