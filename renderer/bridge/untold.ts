import type { AppError, Problem } from '#shared/result.ts';

/**
 * No refusal ends in silence. Whoever puts an error in words (i18n/describe-error.ts), or the problem of one field,
 * marks it as told. What nobody has marked once the window has drawn the answer is told in a message: an error of a
 * screen that shows none, or a problem with a field that its form does not have.
 */
const told = new WeakSet<AppError | Problem>();
const waysToAskAgain = new WeakMap<AppError, () => void>();

/** Time for the screen to draw an answer, in ms; then the window has to come to rest as well, for as long at most. */
const DRAWN_AFTER_MS = 100;
const AT_REST_WITHIN_MS = 2_000;

type Tell = (untold: AppError, askAgain: (() => void) | undefined) => void;

let tell: Tell = () => undefined;

/** Who tells what was told nowhere; call once, at start. */
export const reportUnhandledBy = (teller: Tell): void => {
  tell = teller;
};

/** It stands on the screen in words; or there is nobody left whom it concerns. */
export const markHandled = (what: AppError | Problem): void => {
  told.add(what);
};

/** For an error of something that is only read: how it can be tried once more. */
export const registerRetry = (error: AppError, ask: () => void): void => {
  waysToAskAgain.set(error, ask);
};

export const wayToAskAgain = (error: AppError): (() => void) | undefined => waysToAskAgain.get(error);

/** Of the problems with single fields only those are left that were not shown at their field. */
const untoldPart = (error: AppError): AppError | undefined => {
  const { problems } = error.details ?? {};
  if (told.has(error)) return undefined;
  if (problems === undefined || problems.length === 0) return error;
  const left = problems.filter((problem) => !told.has(problem));
  return left.length === 0 ? undefined : { ...error, details: { ...error.details, problems: left } };
};

/** From here on it has to be told, in one way or the other. That the user has cancelled need not be. */
export const reportIfUnhandled = (error: AppError): void => {
  if (error.kind === 'cancelled') return;
  const check = (): void => {
    const left = untoldPart(error);
    if (left !== undefined) tell(left, waysToAskAgain.get(error));
  };
  setTimeout(() => requestIdleCallback(check, { timeout: AT_REST_WITHIN_MS }), DRAWN_AFTER_MS);
};
