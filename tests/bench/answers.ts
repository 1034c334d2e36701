import { ENDPOINT_NAMES, type EndpointName } from '#shared/api/endpoints.ts';
import { type Answer, answersOf, type Call, callAnswered, HOSTILE_USES, readOnly } from '../support/hostile-answers.ts';
import { WORST_TEXTS } from '../support/worst-texts.ts';
import { type Bench, timed } from './measure.ts';

/** As many as the app reads at most, less than what stands around the text. */
const BYTES = 64 * 1024 * 1024 - 4_096;
/** What the client of the API may take on top of reading the bytes and their JSON, ms. */
const LIMIT_MS = 250;
/** Of the worst texts, one for each way in which a text is looked through. */
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

/** The text in as many bytes of JSON as are read. */
const largest = (name: (typeof TEXTS)[number]): string => {
  const make = WORST_TEXTS[name];
  if (make === undefined) throw new Error(`There is no worst text ${name}.`);
  const sample = 3_072;
  const bytesEach = Buffer.byteLength(JSON.stringify(make(sample))) / sample;
  return make(Math.floor(BYTES / bytesEach));
};

/** The first and the last field, the whole data, a refusal in words, and the page of a proxy server. One at a time. */
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

/** The best of some tries: the collector of garbage takes its time when it likes. */
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

/** Answers of 64 MB that are made to take long: how much longer each endpoint takes than the reading of the same bytes. */
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
