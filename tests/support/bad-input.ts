import type { z } from 'zod';

interface BadInput {
  readonly what: string;
  readonly input: unknown;
}

const HUGE = 'x'.repeat(1_000_000);

const nested = (depth: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = { value };
  return value;
};

/** Values that no procedure may accept instead of its input object. */
const WHOLE: readonly BadInput[] = [
  { what: 'nothing', input: undefined },
  { what: 'null', input: null },
  { what: 'a number', input: 42 },
  { what: 'NaN', input: Number.NaN },
  { what: 'a text', input: 'text' },
  { what: 'a huge text', input: HUGE },
  { what: 'true', input: true },
  { what: 'an array', input: [] },
  { what: 'an array of objects', input: [{}] },
  { what: 'a function', input: () => 1 },
  { what: 'an unknown key', input: { surprise: 1 } },
  { what: 'an own __proto__', input: JSON.parse('{"__proto__": {"polluted": true}}') },
  { what: 'an own constructor', input: JSON.parse('{"constructor": {"prototype": {"polluted": true}}}') },
  { what: 'an own toString', input: JSON.parse('{"toString": 1}') },
  { what: 'deep nesting', input: { value: nested(5_000) } },
  { what: 'a huge unknown key', input: { [HUGE]: 1 } },
];

/** Values that replace each field, one at a time. A value that is valid for its field is left out. */
const VALUES: readonly BadInput[] = [
  { what: 'null', input: null },
  { what: 'a number', input: 42.5 },
  { what: 'NaN', input: Number.NaN },
  { what: 'Infinity', input: Number.POSITIVE_INFINITY },
  { what: 'beyond 2^53', input: 2 ** 60 },
  { what: 'below 0', input: -1 },
  { what: 'a text', input: 'text' },
  { what: 'a huge text', input: HUGE },
  { what: 'true', input: true },
  { what: 'an array', input: [] },
  { what: 'an array of null', input: [null] },
  { what: 'an object', input: {} },
  { what: 'an object with __proto__', input: JSON.parse('{"__proto__": {"polluted": true}}') },
  { what: 'deep nesting', input: nested(5_000) },
  { what: 'a date', input: new Date(0) },
];

/** Returns one value that the schema accepts, so that the tests can make one thing wrong in it. */
const sampleOf = (schema: z.core.$ZodType): unknown => {
  const { def } = schema._zod;
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries((def as z.core.$ZodObjectDef).shape).map(([key, field]) => [key, sampleOf(field)]),
      );
    case 'string':
      return CANDIDATES.find((text) => accepts(schema, text));
    case 'number':
      return [1, 0, 0.5].find((number) => accepts(schema, number));
    case 'boolean':
      return false;
    case 'array': {
      const one = [sampleOf((def as z.core.$ZodArrayDef).element)];
      return accepts(schema, one) ? one : [];
    }
    case 'record': {
      const { keyType, valueType } = def as z.core.$ZodRecordDef;
      return { [String(sampleOf(keyType))]: sampleOf(valueType) };
    }
    case 'enum':
      return Object.values((def as z.core.$ZodEnumDef).entries)[0];
    case 'literal':
      return (def as z.core.$ZodLiteralDef<never>).values[0];
    case 'union': {
      const [first] = (def as z.core.$ZodUnionDef).options;
      return first === undefined ? undefined : sampleOf(first);
    }
    case 'optional':
    case 'default':
    case 'nullable':
    case 'readonly':
      return sampleOf((def as z.core.$ZodOptionalDef).innerType);
    default:
      throw new Error(`no sample is known for ${def.type}`);
  }
};
const CANDIDATES = ['a', '1', '2026-12-31', ''];

const accepts = (schema: z.core.$ZodType, value: unknown): boolean => (schema as z.ZodType).safeParse(value).success;

type Path = readonly (string | number)[];

const pathsOf = (value: unknown, at: Path = []): readonly Path[] => {
  if (Array.isArray(value)) return value.flatMap((item, index) => [[...at, index], ...pathsOf(item, [...at, index])]);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, field]) => [[...at, key], ...pathsOf(field, [...at, key])]);
};

const replaced = (value: unknown, [head, ...rest]: Path, by: unknown): unknown => {
  if (head === undefined) return by;
  if (Array.isArray(value)) return value.map((item, index) => (index === head ? replaced(item, rest, by) : item));
  const object = value as Readonly<Record<string, unknown>>;
  return { ...object, [head]: replaced(object[head], rest, by) };
};

/** Derives every bad input from the procedure's own schema: each wrong value at every place where it can stand. */
export const badInputsOf = (schema: z.ZodType): readonly BadInput[] => {
  const sample = sampleOf(schema);
  if (!accepts(schema, sample)) throw new Error('the sample is not right itself');
  const wrong = pathsOf(sample).flatMap((path) =>
    VALUES.map(({ what, input }) => ({ what: `${what} at ${path.join('.')}`, input: replaced(sample, path, input) })),
  );
  const surprises = [
    { what: 'one key too many', input: { ...(sample as object), surprise: 1 } },
    {
      what: 'an own __proto__ beside the right keys',
      input: Object.defineProperty({ ...(sample as object) }, '__proto__', {
        value: { polluted: true },
        enumerable: true,
      }),
    },
  ];
  return [...WHOLE, ...surprises, ...wrong].filter(({ input }) => !accepts(schema, input));
};
