import { jsonAnswer, type ServiceAnswer } from '../http-io.ts';
import type { DataShape, Fault } from './fault-types.ts';

type Json = Record<string, unknown>;

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Applies `change` to every object inside a value, the innermost first. */
const mapRecords = (value: unknown, change: (record: Json) => Json): unknown => {
  if (Array.isArray(value)) return value.map((item: unknown) => mapRecords(item, change));
  if (!isRecord(value)) return value;
  return change(Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapRecords(item, change)])));
};

const numbersAsText = (value: unknown): unknown => {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(numbersAsText);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, numbersAsText(item)]));
};

const CODE_KEYS = new Set(['code', 'country_code', 'countries', 'states', 'cities']);

const upper = (value: unknown): unknown => {
  if (typeof value === 'string') return value.toUpperCase();
  return Array.isArray(value)
    ? value.map((item: unknown) => (typeof item === 'string' ? item.toUpperCase() : item))
    : value;
};

const upperCaseCodes = (record: Json): Json =>
  Object.fromEntries(Object.entries(record).map(([key, item]) => [key, CODE_KEYS.has(key) ? upper(item) : item]));

const emptyLike = (value: unknown): unknown => {
  if (Array.isArray(value)) return [];
  return isRecord(value) ? {} : '';
};

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

const reshape = (data: Json, shape: DataShape, wantedKey: string | undefined): Json => {
  const [trueKey = 'value', value] = Object.entries(data)[0] ?? [];
  const key = wantedKey ?? trueKey;
  switch (shape) {
    case 'bare':
      return { ok: true, data: value };
    case 'keyed':
      return { ok: true, data: { [key]: value } };
    case 'nested':
      return { ok: true, data: { result: { [key]: value } } };
    case 'top-level':
      return { ok: true, [key]: value };
    case 'text':
      return { ok: true, data: listOf(value).map(String).join('\n') };
    case 'objects':
      return { ok: true, data: { [trueKey]: listOf(value).map((item) => ({ [wantedKey ?? 'value']: item })) } };
    case 'map':
      return { ok: true, data: Object.fromEntries(listOf(value).map((item) => [String(item), true])) };
    case 'empty':
      return { ok: true, data: emptyLike(value) };
    case 'null':
      return { ok: true, data: null };
  }
};

const changeBody = (body: Json, fault: Fault): Json => {
  switch (fault.kind) {
    case 'replace-data':
      return { ok: true, data: fault.data };
    case 'reshape-data':
      return isRecord(body.data) ? reshape(body.data, fault.shape, fault.key) : body;
    case 'numbers-as-strings':
      return { ...body, data: numbersAsText(body.data) };
    case 'extra-keys':
      return {
        ...body,
        request_id: 'b7e1',
        data: mapRecords(body.data, (record) => ({ ...record, extra_field: { nested: [1, 'two', null] } })),
      };
    case 'missing-key':
      return {
        ...body,
        data: mapRecords(body.data, (record) =>
          Object.fromEntries(Object.entries(record).filter(([key]) => key !== fault.key)),
        ),
      };
    case 'upper-case-codes':
      return { ...body, data: mapRecords(body.data, upperCaseCodes) };
    default:
      return body;
  }
};

/** Applies the changes to a successful answer; a refusal stays unchanged. */
export const changeAnswer = (answer: ServiceAnswer, changes: readonly Fault[]): ServiceAnswer => {
  if (changes.length === 0 || answer.status !== 200 || answer.body === null) return answer;
  const body: unknown = JSON.parse(answer.body);
  return isRecord(body) ? jsonAnswer(200, changes.reduce(changeBody, body)) : answer;
};
