import i18next from 'i18next';
import type { AppError, Problem } from '#shared/result.ts';
import { markHandled } from '../bridge/unhandled-errors.ts';

type Params = Readonly<Record<string, string | number>>;

/** Numbers as the language writes them: a limit of 1000000 is hard to read. */
const readable = (params: Params): Params => {
  const format = new Intl.NumberFormat(i18next.language);
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'number' ? format.format(value) : value]),
  );
};

/** Texts of `codes` and `problems` are looked up by names that come from the core, so the keys are not literal. */
const lookUp = (key: string, params: Params = {}): string | undefined =>
  i18next.exists(key) ? String(i18next.t(key as never, readable(params) as never)) : undefined;

const retrySeconds = (error: AppError): number => Math.max(1, Math.ceil((error.details?.retryAfterMs ?? 0) / 1000));

/**
 * One or two sentences in the user's language: what happened and what to do. The finer `details.code` speaks first,
 * then the kind. The service's own words are added where it refused. Who asks for it shows it: it counts as told.
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

/** What the service said, in its own words; the full stop behind the quotation is enough. */
export const quoteService = (message: string): string =>
  i18next.t('errors:serviceSaid', { message: message.trim().replace(/(?<!\.)\.$/, '') });

/** What is wrong with one field and what would be right. An unknown code falls back to a general sentence. */
export const problemText = (problem: Problem): string =>
  lookUp(`problems:${problem.code}`, problem.params) ?? i18next.t('problems:unknown', { field: problem.field });

/** The problem of one field among those of an error, as text; for the `error` of an input. It counts as told. */
export const fieldProblem = (error: AppError | undefined, field: string): string | undefined => {
  const problem = error?.details?.problems?.find((one) => one.field === field);
  if (problem === undefined) return undefined;
  markHandled(problem);
  return problemText(problem);
};

/** The same for what has no place on the screen: what is wrong with a field is said together with the field's name. */
export const describeElsewhere = (error: AppError): string => {
  const { problems = [] } = error.details ?? {};
  if (problems.length === 0) return describeError(error);
  const sentences = problems.map((problem) => {
    const text = problemText(problem);
    return problem.field === '' ? text : i18next.t('errors:noField', { field: problem.field, text });
  });
  return [...new Set(sentences)].join(' ');
};

/** For "copy details": everything support could ask for. The core has masked all secrets already. */
export const errorDetails = (error: AppError): string => JSON.stringify(error, null, 2);
