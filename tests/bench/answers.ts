import { ENDPOINT_NAMES, type EndpointName } from '#shared/api/endpoints.ts';
import { type Answer, answersOf, type Call, callAnswered, HOSTILE_USES, readOnly } from '../support/hostile-answers.ts';
import { WORST_TEXTS } from '../support/worst-texts.ts';
import { type Bench, timed } from './measure.ts';

/** The most that the app reads, less the size of what surrounds the text. */
const BYTES = 64 * 1024 * 1024 - 4_096;
/** The time in ms that the API client may take on top of reading the bytes and their JSON. */
const LIMIT_MS = 250;
/** A selection of the worst texts, with one for each way in which code scans a text. */
const TEXTS = [
  'digits and a letter',
  'line ends and a letter',
  'spaces',
  'quotes behind backslashes',
  'opening tags',
  'at signs',
  'names of secrets',
  'links without an end',
  'separators of lines',
] as const;

/** Makes the text as long as fits into the bytes of JSON that the app reads. */
const largest = (name: (typeof TEXTS)[number]): string => {
  const make = WORST_TEXTS[name];
  if (make === undefined) throw new Error(`There is no worst text ${name}.`);
  const sample = 3_072;
  const bytesEach = Buffer.byteLength(JSON.stringify(make(sample))) / sample;
  return make(Math.floor(BYTES / bytesEach));
};

/**
 * Yields answers with the text in the first field, in the last field, as the whole data, as a refusal's message, and as the
 * page of a proxy server.
 */
function* sampleOf(endpoint: EndpointName, worst: string): Generator<Answer> {
  const sample = HOSTILE_USES[endpoint][1];
  const count = [...answersOf(sample, '')].length;
  const chosen = new Set([0, count - 6, count - 5, count - 3, count - 1]);
  let at = 0;
  for (const answer of answersOf(sample, worst)) {
    if (chosen.has(at)) yield answer;
    at += 1;
  }
}

/** Takes the best of some tries, because the garbage collector runs whenever it likes. */
const overReading = async (call: Call, answer: Answer): Promise<number> => {
  const bytes = new TextEncoder().encode(answer.body);
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3 && best > LIMIT_MS; attempt += 1) {
    const read = await timed(() => readOnly(answer, bytes).catch(() => undefined));
    const used = await timed(() => callAnswered(call, answer, bytes).catch(() => undefined));
    best = Math.min(best, used - read);
  }
  return best;
};

/**
 * Measures answers of 64 MB that are designed to take long: how much longer each endpoint takes than reading the same bytes.
 */
export const measureAnswers: Bench = async () => {
  const values: number[] = [];
  for (const endpoint of ENDPOINT_NAMES) {
    let most = 0;
    for (const name of TEXTS) {
      for (const answer of sampleOf(endpoint, largest(name)))
        most = Math.max(most, await overReading(HOSTILE_USES[endpoint][0], answer));
    }
    console.log(`${endpoint}: ${most.toFixed(0)} ms`);
    values.push(most);
  }
  return [
    {
      what: `the worst answers of 64 MB, over reading them: the slowest of ${values.length} endpoints`,
      unit: 'ms',
      values,
      by: 'worst',
      target: LIMIT_MS,
    },
  ];
};
