import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** How a request of the page ended, or that its refusal was seen in words (request-recorder.ts). */
interface RequestRecord {
  readonly request: string;
  /** `ok`, `told`, or the kind, code and problems of an error. */
  readonly outcome: string;
  /** The first test of the desk that it was asked in; for `told` the test that saw it. */
  readonly test: string;
}

interface RequestReport {
  readonly markdown: string;
  /** What is missing or wrong, one sentence each. */
  readonly faults: readonly string[];
}

/** Problems with the input that no user can have made: the page sends what the contract does not have. */
const OUTSIDE_THE_CONTRACT = /\b(unknown-field|wrong-type|unknown-request)\b/;

/** For each request the test that has it succeed by what a user does, and the one that has it refused and told. */
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

/** All that the workers of one run wrote into `folder`. */
const readRecords = async (folder: string): Promise<readonly RequestRecord[]> => {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.jsonl'));
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  const lines = texts.flatMap((text) => text.split('\n')).filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as RequestRecord);
};

/** Writes the report, and answers what is missing. */
export const writeReport = async (
  names: readonly string[],
  folder: string,
  file: string,
): Promise<readonly string[]> => {
  const { markdown, faults } = reportOf(names, await readRecords(folder));
  await writeFile(file, markdown);
  return faults;
};
