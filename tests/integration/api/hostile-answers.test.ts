import { describe, expect, it } from 'vitest';
import { ENDPOINT_NAMES } from '#shared/api/endpoints.ts';
import { cpuTimeUntilEnd } from '../../support/cpu-time.ts';
import {
  type Answer,
  answersOf,
  type Call,
  callAnswered,
  HOSTILE_USES,
  ok,
  readOnly,
  withEachLeaf,
} from '../../support/hostile-answers.ts';
import { WORST_TEXTS } from '../../support/worst-texts.ts';

/**
 * Length of the worst text. In quadratic time this many characters take seconds; `npm run bench -- answers` tries as many as
 * the app reads at most.
 */
const LENGTH = 64 * 1024;
/** How many times longer than reading its bytes an answer may take. Quadratic time takes several thousand times longer. */
const TIMES = 40;
/** Shorter times in ms are not compared, because the garbage collector takes as long whenever it likes. */
const NOISE_MS = 4;

/** As many values as fit, each of them tiny. */
const MANY: Readonly<Record<string, (length: number) => string>> = {
  'empty lists': (length) => `[${'[],'.repeat(length / 3)}[]]`,
  'empty objects': (length) => `[${'{},'.repeat(length / 3)}{}]`,
  numbers: (length) => `[${'1,'.repeat(length / 2)}1]`,
  texts: (length) => `[${'"x",'.repeat(length / 4)}"x"]`,
  'a deep list': (length) => '['.repeat(length / 2) + ']'.repeat(length / 2),
  'a deep object': (length) => `${'{"a":'.repeat(length / 6)}1${'}'.repeat(length / 6)}`,
  'a deep list that never ends': (length) => '['.repeat(length),
  'many keys': (length) => `{${Array.from({ length: length / 10 }, (_, at) => `"${at}k":1`).join(',')}}`,
  'keys that are numbers': (length) => `{${Array.from({ length: length / 10 }, (_, at) => `"${at * 7}":1`).join(',')}}`,
  'a long number': (length) => '9'.repeat(length),
};

const MARK = '@@worst@@';

/**
 * Returns the longest time that one answer took, in multiples of reading its bytes. It is the best of some tries, because
 * the garbage collector works whenever it likes.
 */
const timesReading = async (call: Call, answer: Answer): Promise<number> => {
  const bytes = new TextEncoder().encode(answer.body);
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 4 && best > TIMES; attempt += 1) {
    const used = await cpuTimeUntilEnd(() => callAnswered(call, answer, bytes));
    // This is short enough, however fast the bytes are read.
    if (used <= TIMES * NOISE_MS) return 0;
    const read = await cpuTimeUntilEnd(() => readOnly(answer, bytes));
    best = Math.min(best, used / Math.max(read, NOISE_MS));
  }
  return best;
};

describe('an answer that is designed to take long takes time in proportion to its size', () => {
  it.each(ENDPOINT_NAMES)('%s: a field of', { timeout: 3_600_000 }, async (name) => {
    const [call, sample] = HOSTILE_USES[name];
    const slow: Record<string, number> = {};
    for (const [kind, make] of Object.entries(WORST_TEXTS)) {
      for (const answer of answersOf(sample, make(LENGTH))) {
        const times = await timesReading(call, answer);
        if (times > TIMES) slow[`${kind}: ${answer.status} ${answer.body.slice(0, 80)}`] = times;
      }
    }
    expect(slow).toEqual({});
  });

  it.each(ENDPOINT_NAMES)('%s: more values than any answer needs', { timeout: 3_600_000 }, async (name) => {
    const [call, sample] = HOSTILE_USES[name];
    const slow: Record<string, number> = {};
    for (const [kind, make] of Object.entries(MANY)) {
      const many = make(LENGTH);
      for (const data of [...withEachLeaf(sample, MARK), MARK]) {
        const body = ok(data).replace(`"${MARK}"`, () => many);
        const times = await timesReading(call, { status: 200, body });
        if (times > TIMES) slow[`${kind}: ${body.slice(0, 80)}`] = times;
      }
    }
    expect(slow).toEqual({});
  });
});
