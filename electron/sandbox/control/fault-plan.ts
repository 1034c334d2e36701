import { Refusal } from '../refusal.ts';
import type { ActiveRule, Fault, FaultRule } from './fault-types.ts';

/** The faults that hit one request: any number of delays and changes, and at most one that decides the answer. */
export interface FaultPlan {
  readonly latencyMs: number;
  readonly holdBefore: boolean;
  readonly holdAfter: boolean;
  readonly changes: readonly Fault[];
  readonly decisive: Fault | null;
}

export const NO_FAULTS: FaultPlan = { latencyMs: 0, holdBefore: false, holdAfter: false, changes: [], decisive: null };

type Role = 'wait' | 'change' | 'decide';

const ROLES: Readonly<Record<Fault['kind'], Role>> = {
  latency: 'wait',
  hold: 'wait',
  'replace-data': 'change',
  'reshape-data': 'change',
  'numbers-as-strings': 'change',
  'extra-keys': 'change',
  'missing-key': 'change',
  'upper-case-codes': 'change',
  drop: 'decide',
  respond: 'decide',
  'html-page': 'decide',
  'truncated-json': 'decide',
  'wrong-content-type': 'decide',
  'empty-body': 'decide',
  'no-content': 'decide',
  redirect: 'decide',
  'huge-body': 'decide',
  'not-ok': 'decide',
};

const roleOf = ({ kind }: Fault): Role => ROLES[kind];

/**
 * Returns whether a value is a rule with a known kind. A misspelt kind would let a test pass without testing anything;
 * the typed client excludes other mistakes.
 */
const isRule = (value: unknown): value is FaultRule => {
  if (typeof value !== 'object' || value === null) return false;
  const fault: unknown = Reflect.get(value, 'fault');
  if (typeof fault !== 'object' || fault === null) return false;
  const kind: unknown = Reflect.get(fault, 'kind');
  return typeof kind === 'string' && Object.hasOwn(ROLES, kind);
};

/**
 * Reads `{ rules: [...] }`, or a single rule.
 * @throws Refusal with status 400
 */
export const readRules = (body: ReadonlyMap<string, unknown>): readonly FaultRule[] => {
  const rules: unknown = body.get('rules') ?? [Object.fromEntries(body)];
  if (!Array.isArray(rules) || rules.length === 0 || !rules.every(isRule)) {
    throw new Refusal(400, 'invalid_rule', 'Each rule needs a fault of a known kind.');
  }
  return rules;
};

const pathMatches = (pattern: string | undefined, path: string): boolean => {
  if (pattern === undefined) return true;
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : pattern === path;
};

interface Entry {
  readonly id: number;
  readonly rule: FaultRule;
  toSkip: number;
  hits: number;
}

/** The active rules, in the order in which they were added. */
export class FaultRules {
  #entries: Entry[] = [];
  #lastId = 0;

  add(rule: FaultRule): number {
    this.#lastId += 1;
    this.#entries.push({ id: this.#lastId, rule, toSkip: rule.skip ?? 0, hits: 0 });
    return this.#lastId;
  }

  clear(): void {
    this.#entries = [];
  }

  list(): readonly ActiveRule[] {
    return this.#entries.map(({ id, rule, hits }) => ({ ...rule, id, hits }));
  }

  /** Returns the faults for this request and counts them. A second decisive rule waits for the next request. */
  plan(method: string, path: string): FaultPlan {
    const struck: Fault[] = [];
    for (const entry of this.#entries) {
      const { match, times, fault } = entry.rule;
      if (match?.method !== undefined && match.method !== method) continue;
      if (!pathMatches(match?.path, path)) continue;
      if (times !== undefined && entry.hits >= times) continue;
      if (roleOf(fault) === 'decide' && struck.some((earlier) => roleOf(earlier) === 'decide')) continue;
      if (entry.toSkip > 0) {
        entry.toSkip -= 1;
        continue;
      }
      entry.hits += 1;
      struck.push(fault);
    }
    const holds = (when: string): boolean => struck.some((fault) => fault.kind === 'hold' && fault.when === when);
    return {
      latencyMs: struck.reduce((sum, fault) => sum + (fault.kind === 'latency' ? fault.ms : 0), 0),
      holdBefore: holds('before-commit'),
      holdAfter: holds('after-commit'),
      changes: struck.filter((fault) => roleOf(fault) === 'change'),
      decisive: struck.find((fault) => roleOf(fault) === 'decide') ?? null,
    };
  }
}
