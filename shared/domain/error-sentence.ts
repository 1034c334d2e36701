import type { AppError, Problem } from '../result.ts';

export type TextParams = Readonly<Record<string, string | number>>;

/**
 * Looks up a text by its key, such as `errors:codes.disk-full`; `undefined` if there is none. The keys come from codes of
 * the core, so they cannot be literals.
 */
export type LookUp = (key: string, params?: TextParams) => string | undefined;

const retrySeconds = (error: AppError): number => Math.max(1, Math.ceil((error.details?.retryAfterMs ?? 0) / 1000));

/** Quotes the service's own words. The full stop after the quotation mark is enough. */
export const serviceQuote = (message: string, lookUp: LookUp): string =>
  lookUp('errors:serviceSaid', { message: message.trim().replace(/(?<!\.)\.$/, '') }) ?? message;

/** Says what is wrong with one field, and what would be right. An unknown code gives a general sentence. */
export const problemSentence = ({ code, field, params }: Problem, lookUp: LookUp): string =>
  lookUp(`problems:${code}`, params) ?? lookUp('problems:unknown', { field }) ?? field;

/**
 * Returns one or two sentences that say what happened and what to do. The specific `details.code` takes precedence over
 * the kind. If the service refused, its own words are added.
 */
export const errorSentence = (error: AppError, lookUp: LookUp): string => {
  const { code, params, problems, serviceMessage, status, retryAfterMs } = error.details ?? {};
  const values = { ...params, status: status ?? '', seconds: retrySeconds(error) };
  if (error.kind === 'invalid-input' && problems !== undefined && problems.length > 0) {
    return [...new Set(problems.map((problem) => problemSentence(problem, lookUp)))].join(' ');
  }
  const withQuote = (sentence: string): string =>
    serviceMessage ? `${sentence} ${serviceQuote(serviceMessage, lookUp)}` : sentence;
  const fine = code === undefined ? undefined : lookUp(`errors:codes.${code}`, values);
  if (fine !== undefined && typeof params?.fileName === 'string') {
    return lookUp('errors:inFile', { fileName: params.fileName, text: fine }) ?? fine;
  }
  if (fine !== undefined) return withQuote(fine);
  if (error.kind === 'rate-limited' && retryAfterMs !== undefined) {
    return lookUp('errors:rateLimitedFor', { seconds: retrySeconds(error) }) ?? error.message;
  }
  return withQuote(lookUp(`errors:kinds.${error.kind}`, { status: values.status }) ?? error.message);
};

/** Writes numbers as a language does, because a limit of 1000000 is hard to read. */
export const readableParams = (params: TextParams, language: string): TextParams => {
  const format = new Intl.NumberFormat(language);
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'number' ? format.format(value) : value]),
  );
};
