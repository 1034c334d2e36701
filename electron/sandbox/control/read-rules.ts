import { Refusal } from '../refusal.ts';
import type { Fault, FaultRule } from './fault-types.ts';

const KINDS: Readonly<Record<Fault['kind'], true>> = {
  latency: true,
  hold: true,
  drop: true,
  respond: true,
  'html-page': true,
  'truncated-json': true,
  'wrong-content-type': true,
  'empty-body': true,
  'no-content': true,
  redirect: true,
  'huge-body': true,
  'not-ok': true,
  'replace-data': true,
  'reshape-data': true,
  'numbers-as-strings': true,
  'extra-keys': true,
  'missing-key': true,
  'upper-case-codes': true,
};

/** A misspelt fault would let a test pass without testing anything; the typed client rules out the rest. */
const isRule = (value: unknown): value is FaultRule => {
  if (typeof value !== 'object' || value === null) return false;
  const fault: unknown = Reflect.get(value, 'fault');
  if (typeof fault !== 'object' || fault === null) return false;
  const kind: unknown = Reflect.get(fault, 'kind');
  return typeof kind === 'string' && Object.hasOwn(KINDS, kind);
};

/** `{ rules: [...] }`, or one rule on its own. Throws a Refusal with status 400. */
export const readRules = (body: ReadonlyMap<string, unknown>): readonly FaultRule[] => {
  const rules: unknown = body.get('rules') ?? [Object.fromEntries(body)];
  if (!Array.isArray(rules) || rules.length === 0 || !rules.every(isRule)) {
    throw new Refusal(400, 'invalid_rule', 'Each rule needs a fault of a known kind.');
  }
  return rules;
};
