import i18next from 'i18next';
import type { AppError, Problem } from '#shared/result.ts';
import { markHandled } from '../bridge/unhandled-errors.ts';

type Params = Readonly<Record<string, string | number>>;

/** Writes numbers as the language does, because a limit of 1000000 is hard to read. */
const readable = (params: Params): Params => {
  const format = new Intl.NumberFormat(i18next.language);
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'number' ? format.format(value) : value]),
  );
};

/** Looks up `codes` and `problems` by names that come from the core, so the keys cannot be literals. */
const lookUp = (key: string, params: Params = {}): string | undefined =>
  i18next.exists(key) ? String(i18next.t(key as never, readable(params) as never)) : undefined;

const retrySeconds = (error: AppError): number => Math.max(1, Math.ceil((error.details?.retryAfterMs ?? 0) / 1000));

/**
 * One or two sentences in the user's language that say what happened and what to do. The specific `details.code` takes
 * precedence over the kind. If the service refused, its own words are added. The caller shows the text, so the error
 * counts as handled.
 */
export const describeError = (error: AppError): string => {
  markHandled(error);
  const { code, params, problems, serviceMessage, status, retryAfterMs } = error.details ?? {};
  const values = { ...params, status: status ?? '', seconds: retrySeconds(error) };
  if (error.kind === 'invalid-input' && problems !== undefined && problems.length > 0) {
    return [...new Set(problems.map(problemText))].join(' ');
  }
  const fine = code === undefined ? undefined : lookUp(`errors:codes.${code}`, values);
  if (fine !== undefined && typeof params?.fileName === 'string') {
    return i18next.t('errors:inFile', { fileName: params.fileName, text: fine });
  }
  if (fine !== undefined) return serviceMessage ? `${fine} ${quoteService(serviceMessage)}` : fine;
  if (error.kind === 'rate-limited' && retryAfterMs !== undefined) {
    return i18next.t('errors:rateLimitedFor', { seconds: retrySeconds(error) });
  }
  const sentence = i18next.t(`errors:kinds.${error.kind}`, { status: values.status });
  return serviceMessage ? `${sentence} ${quoteService(serviceMessage)}` : sentence;
};

/** Quotes the service's own words. The full stop after the quotation mark is enough. */
export const quoteService = (message: string): string =>
  i18next.t('errors:serviceSaid', { message: message.trim().replace(/(?<!\.)\.$/, '') });

/** Says what is wrong with one field, and what would be right. An unknown code gives a general sentence. */
export const problemText = (problem: Problem): string =>
  lookUp(`problems:${problem.code}`, problem.params) ?? i18next.t('problems:unknown', { field: problem.field });

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
