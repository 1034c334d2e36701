import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** How a request of the page ended, or that the window showed its refusal (request-recorder.ts). */
interface RequestRecord {
  readonly request: string;
  /** `ok`, `told`, or the kind, code and problems of an error. */
  readonly outcome: string;
  /** The first test of that window in which the request ended so; for `told` the test that saw the refusal. */
  readonly test: string;
}

interface RequestReport {
  readonly markdown: string;
  /** Everything that is missing or wrong, one sentence each. */
  readonly faults: readonly string[];
}

/** Problems of an input that no user can cause: the page sends something that the contract does not have. */
const OUTSIDE_THE_CONTRACT = /\b(unknown-field|wrong-type|unknown-request)\b/;

/** Lists for each request the test in which a user's action makes it succeed, and the test in which its refusal is shown. */
export const reportOf = (names: readonly string[], records: readonly RequestRecord[]): RequestReport => {
  const testOf = (name: string, outcome: string): string | undefined =>
    records.find((record) => record.request === name && record.outcome === outcome)?.test;
  const rows = names.map((name) => ({ name, done: testOf(name, 'ok'), told: testOf(name, 'told') }));
  const unknown = new Set(records.map(({ request }) => request).filter((request) => !names.includes(request)));
  const faults = [
    ...rows
      .filter(({ done }) => done === undefined)
      .map(({ name }) => `${name} succeeds in no test through the window.`),
    ...rows.filter(({ told }) => told === undefined).map(({ name }) => `${name} is refused and told in no test.`),
    ...[...unknown].map((name) => `${name} is asked, and no request of the contract.`),
    ...records
      .filter(({ outcome }) => OUTSIDE_THE_CONTRACT.test(outcome))
      .map(({ request, test }) => `${request} is asked outside of its contract in ${test}.`),
  ];
  const lines = rows.map(({ name, done, told }) => `| ${name} | ${done ?? '**none**'} | ${told ?? '**none**'} |`);
  const head = ['| request | succeeds by what a user does | is refused and told |', '|---|---|---|'];
  return { markdown: [...head, ...lines, '', ...faults, ''].join('\n'), faults };
};

/** Reads everything that the workers of one run wrote into `folder`. */
const readRecords = async (folder: string): Promise<readonly RequestRecord[]> => {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.jsonl'));
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  const lines = texts.flatMap((text) => text.split('\n')).filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as RequestRecord);
};

/** Writes the report and returns what is missing. */
export const writeReport = async (
  names: readonly string[],
  folder: string,
  file: string,
): Promise<readonly string[]> => {
  const { markdown, faults } = reportOf(names, await readRecords(folder));
  await writeFile(file, markdown);
  return faults;
};
