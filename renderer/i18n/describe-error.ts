import i18next from 'i18next';
import {
  errorSentence,
  type LookUp,
  problemSentence,
  readableParams,
  serviceQuote,
} from '#shared/domain/error-sentence.ts';
import type { AppError, Problem } from '#shared/result.ts';
import { markHandled } from '../bridge/unhandled-errors.ts';

const lookUp: LookUp = (key, params = {}) =>
  i18next.exists(key) ? String(i18next.t(key as never, readableParams(params, i18next.language) as never)) : undefined;

/**
 * One or two sentences in the user's language that say what happened and what to do. The caller shows the text, so the
 * error counts as handled.
 */
export const describeError = (error: AppError): string => {
  markHandled(error);
  return errorSentence(error, lookUp);
};

/** Quotes the service's own words. */
export const quoteService = (message: string): string => serviceQuote(message, lookUp);

/** Says what is wrong with one field, and what would be right. */
export const problemText = (problem: Problem): string => problemSentence(problem, lookUp);

/** The problem of one field as text, for the `error` of an input. The problem then counts as handled. */
export const fieldProblem = (error: AppError | undefined, field: string): string | undefined => {
  const problem = error?.details?.problems?.find((one) => one.field === field);
  if (problem === undefined) return undefined;
  markHandled(problem);
  return problemText(problem);
};

/** Does the same for an error without a place on the screen, and so names the fields that have problems. */
export const describeElsewhere = (error: AppError): string => {
  const { problems = [] } = error.details ?? {};
  if (problems.length === 0) return describeError(error);
  const sentences = problems.map((problem) => {
    const text = problemText(problem);
    return problem.field === '' ? text : i18next.t('errors:noField', { field: problem.field, text });
  });
  return [...new Set(sentences)].join(' ');
};

/** The text for "copy details", with everything that support could ask for. The core has already masked all secrets. */
export const errorDetails = (error: AppError): string => JSON.stringify(error, null, 2);
