import { readFile } from 'node:fs/promises';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

/** More characters of a message than this make the list of failed tests hard to read. */
const MAX_MESSAGE = 300;

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});

const playwrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  ok: z.boolean(),
  tests: z.array(
    z.object({
      status: z.string(),
      results: z.array(z.object({ error: z.object({ message: z.string().default('') }).optional() })),
    }),
  ),
});

const playwrightSuite = z.object({
  specs: z.array(playwrightSpec),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
});
const playwrightReport = z.object({ suites: z.array(playwrightSuite) });
type PlaywrightSuite = z.infer<typeof playwrightSuite>;

const specsOf = (suite: PlaywrightSuite): readonly z.infer<typeof playwrightSpec>[] => [
  ...suite.specs,
  ...(suite.suites ?? []).flatMap(specsOf),
];

/** Returns the lines about one failed test: its name, and the first lines of the message. */
const linesAbout = (name: string, message: string | undefined): string => {
  const text = stripVTControlCharacters(message ?? '').trim();
  const shown = text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE)}…` : text;
  return shown === '' ? name : `${name}\n  ${shown.replaceAll('\n', '\n  ')}`;
};

const readReport = async <T>(file: string, schema: z.ZodType<T>): Promise<T | undefined> => {
  try {
    return schema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  }
};

/**
 * Returns the failed tests of vitest's JSON report, each with its file and the beginning of its message. A file that could
 * not be loaded has no tests and is named itself. Without a report that can be read, the result is empty.
 */
export const failedInVitest = async (report: string): Promise<readonly string[]> => {
  const files = (await readReport(report, vitestReport))?.testResults ?? [];
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [linesAbout(name, message)] : [];
    return failed.map((test) => linesAbout(`${name} › ${test.fullName}`, test.failureMessages?.[0]));
  });
};

/** Does the same with Playwright's JSON report. A test that passed only on its second try counts as failed. */
export const failedInPlaywright = async (report: string): Promise<readonly string[]> => {
  const suites = (await readReport(report, playwrightReport))?.suites ?? [];
  return suites.flatMap(specsOf).flatMap(({ title, file, line, ok, tests }) => {
    if (ok && tests.every(({ status }) => status !== 'flaky')) return [];
    const results = tests.flatMap((test) => test.results);
    return [linesAbout(`${file}:${line} › ${title}`, results.find(({ error }) => error !== undefined)?.error?.message)];
  });
};
