import { buyingChores } from './chores/buying.ts';
import { clientChores } from './chores/clients.ts';
import { listChores } from './chores/lists.ts';
import { salesChores } from './chores/sales.ts';
import { type Chore, createTools } from './chores/tools.ts';
import { isGone, type Operator, Refused } from './operator.ts';

/** Kinds of refusals that a day with faults brings. Any other refusal is a bug of the app. */
const EXPECTED = new Set([
  'offline',
  'timeout',
  'server',
  'rate-limited',
  'malformed',
  'cancelled',
  'target-changed',
  'target-open',
  'price-changed',
  'insufficient-balance',
  'conflict',
  'not-found',
]);

/** Returns a function that does one random thing that people do at a desk. */
export const createDay = (operator: Operator, random: () => number): Chore => {
  const tools = createTools(operator, random);
  const chores = [clientChores, salesChores, listChores, buyingChores].flatMap((of) => [...of(tools)]);
  const weight = chores.reduce((sum, [one]) => sum + one, 0);

  /** Does one thing, and throws a refusal that no fault explains. */
  return async () => {
    let at = random() * weight;
    const chore = chores.find(([one]) => {
      at -= one;
      return at < 0;
    });
    try {
      return (await chore?.[1]()) ?? 'nothing';
    } catch (error) {
      if (!(error instanceof Refused)) {
        if (isGone(error)) return 'gone';
        throw error;
      }
      if (!EXPECTED.has(error.kind)) throw error;
      return `${error.asked} ${error.code ?? error.kind}`;
    }
  };
};

/** Creates standing orders that buy automatically or ask. */
export const beginStandingOrders = async ({ ask }: Operator): Promise<void> => {
  const terms = { ceilingKopecks: 10_000_000, monthCapKopecks: 100_000_000, hours: null } as const;
  const targets = { of: 'tag', tag: 'shop' } as const;
  const actions = [
    ['do', { kind: 'vpn-renew', periodMonths: 1, daysBefore: 27 }],
    ['do', { kind: 'dedicated-prolong', period: 3, daysBefore: 2 }],
    ['do', { kind: 'traffic', poolType: 'datacenter', gb: 1, belowGb: 1 }],
    ['ask', { kind: 'traffic', poolType: 'mobile', gb: 2, belowGb: 2 }],
  ] as const;
  for (const [mode, action] of actions)
    await ask('standing.save', { name: `${mode} ${action.kind}`, mode, action, targets, ...terms });
};
