import { z } from 'zod';
import { IPV_VALUES, POOL_TYPES, VPN_PERIODS } from '#shared/domain/limits.ts';
import { PAID_UNTIL_FILTERS } from '#shared/domain/paid-until.ts';
import type { ScriptAccess } from '#shared/domain/script-access.ts';

/** A command of the command line, which is also a tool of the MCP server (docs/scripts.md). */
export interface Command {
  /** The right that the settings must give. `buy` spends the account's money. */
  readonly access: Exclude<ScriptAccess, 'off'>;
  /** The answer has links, logins or passwords, so it also needs that permission. */
  readonly isSecret?: boolean;
  /** One English sentence for `--help` and for assistants. */
  readonly summary: string;
  readonly input: z.ZodObject;
  /** The fields that may be given without their names, in this order. */
  readonly positional?: readonly string[];
  readonly example: string;
}

const CLIENT_HELP = 'The client as MESSENGER_ID:CLIENT_KEY, for example 5012345678:anna';

const client = z
  .string()
  .regex(/^-?\d{1,16}:[\s\S]{1,10000}$/, CLIENT_HELP)
  .describe(CLIENT_HELP);
const search = z.string().max(500).default('').describe('Words that must all be found');
const page = {
  offset: z.int().min(0).default(0).describe('How many rows to skip'),
  limit: z.int().min(1).max(500).default(100).describe('How many rows to answer, at most 500'),
};
const endsWithin = z.literal([1, 3, 7, 30]).optional();
const tag = z.string().min(1).max(100).describe('A tag');

/** The terms of every purchase. */
const payment = {
  account: z.string().min(1).max(200).describe('The name or id of the account that pays. It must be the open one'),
  once: z
    .string()
    .min(1)
    .max(200)
    .describe(
      'A name of your own for this purchase. The same name is never bought twice; it answers the first purchase',
    ),
  atMost: z.number().positive().max(10_000_000).describe('The highest price to pay, in roubles'),
  dryRun: z.boolean().default(false).describe('Answer the price and buy nothing'),
};

const months = z.literal(VPN_PERIODS).describe(`Months: ${VPN_PERIODS.join(', ')}`);

/** The commands by their names. Their answers are in docs/scripts.md. */
export const COMMANDS = {
  status: {
    access: 'read',
    summary: 'Tells which account is open, its balance, and what scripts may do.',
    input: z.strictObject({}),
    example: 'reseller-desk status',
  },
  clients: {
    access: 'read',
    summary: 'Lists clients.',
    input: z.strictObject({
      search,
      tag: tag.optional(),
      owes: z.boolean().default(false).describe('Only clients who owe something'),
      withoutVpn: z.boolean().default(false).describe('Only clients of whom no VPN subscription is running'),
      endsWithin: endsWithin.describe('Only clients whose VPN ends within 1, 3, 7 or 30 days'),
      paidUntil: z
        .enum(PAID_UNTIL_FILTERS)
        .default('any')
        .describe(
          'Only clients whose paid time is “due” for a reminder, has “ended”, ends “within-7” or “within-30” days, or is not known (“none”)',
        ),
      ...page,
    }),
    positional: ['search'],
    example: 'reseller-desk clients --ends-within 3 --json',
  },
  client: {
    access: 'read',
    summary: 'Shows one client with its subscriptions, traffic and debt, as last read.',
    input: z.strictObject({ client }),
    positional: ['client'],
    example: 'reseller-desk client 5012345678:anna',
  },
  refresh: {
    access: 'read',
    summary: 'Reads the subscriptions and the traffic of one client from the service, and shows the client.',
    input: z.strictObject({ client }),
    positional: ['client'],
    example: 'reseller-desk refresh 5012345678:anna',
  },
  proxies: {
    access: 'read',
    summary: 'Lists dedicated proxies without their passwords.',
    input: z.strictObject({
      search,
      unassigned: z.boolean().default(false).describe('Only proxies of no client'),
      endsWithin: endsWithin.describe('Only proxies that end within 1, 3, 7 or 30 days'),
      stopped: z.boolean().default(false).describe('Only those that have stopped working'),
      ...page,
    }),
    positional: ['search'],
    example: 'reseller-desk proxies --ends-within 7',
  },
  purchases: {
    access: 'read',
    summary: 'Lists purchases, newest first.',
    input: z.strictObject({
      search,
      outcome: z
        .enum(['pending', 'open', 'charged', 'not-charged'])
        .optional()
        .describe('Only those with this outcome'),
      ...page,
    }),
    positional: ['search'],
    example: 'reseller-desk purchases --outcome open',
  },
  purchase: {
    access: 'read',
    summary: 'Shows what became of a purchase that a script made, by its name.',
    input: z.strictObject({ once: payment.once }),
    positional: ['once'],
    example: 'reseller-desk purchase anna-2026-12',
  },
  debts: {
    access: 'read',
    summary: 'Lists the clients who owe something.',
    input: z.strictObject({ search, ...page }),
    positional: ['search'],
    example: 'reseller-desk debts',
  },
  alerts: {
    access: 'read',
    summary: 'Lists the alerts of the desk.',
    input: z.strictObject(page),
    example: 'reseller-desk alerts --json',
  },
  links: {
    access: 'read',
    isSecret: true,
    summary: 'Lists the links of the VPN subscriptions of one client.',
    input: z.strictObject({ client }),
    positional: ['client'],
    example: 'reseller-desk links 5012345678:anna',
  },
  lists: {
    access: 'read',
    summary: 'Lists the proxy lists that were generated, newest first.',
    input: z.strictObject({ search, ...page }),
    positional: ['search'],
    example: 'reseller-desk lists anna',
  },
  'list-lines': {
    access: 'read',
    isSecret: true,
    summary: 'Shows the lines of a proxy list, by its number.',
    input: z.strictObject({
      list: z.int().positive().describe('The number of the list, from `lists`'),
      format: z.literal([1, 2, 3]).optional().describe('The format of the lines; default: the one of the list'),
      byAddress: z.boolean().default(false).describe('Lines with the address of the gateway instead of its name'),
      ...page,
    }),
    positional: ['list'],
    example: 'reseller-desk list-lines 12 --limit 500',
  },
  'add-client': {
    access: 'change',
    summary: 'Adds a client.',
    input: z.strictObject({
      client,
      name: z.string().max(1_000).default('').describe('The name'),
      note: z.string().max(10_000).default('').describe('A note'),
      tag: tag.optional(),
    }),
    positional: ['client'],
    example: 'reseller-desk add-client 5012345678:anna --name Anna --tag new',
  },
  tag: {
    access: 'change',
    summary: 'Adds a tag to a client.',
    input: z.strictObject({ client, tag }),
    positional: ['client', 'tag'],
    example: 'reseller-desk tag 5012345678:anna vip',
  },
  untag: {
    access: 'change',
    summary: 'Removes a tag from a client.',
    input: z.strictObject({ client, tag }),
    positional: ['client', 'tag'],
    example: 'reseller-desk untag 5012345678:anna vip',
  },
  'buy-vpn': {
    access: 'buy',
    summary: 'Buys a new VPN subscription for a client.',
    input: z.strictObject({ client, months, ...payment }),
    positional: ['client'],
    example: 'reseller-desk buy-vpn 5012345678:anna --months 1 --at-most 300 --account Main --once anna-first',
  },
  'renew-vpn': {
    access: 'buy',
    summary: 'Renews a VPN subscription of a client.',
    input: z.strictObject({
      client,
      uuid: z.string().min(1).max(200).describe('The subscription, from `client`'),
      months,
      ...payment,
    }),
    positional: ['client', 'uuid'],
    example: 'reseller-desk renew-vpn 5012345678:anna UUID --months 1 --at-most 300 --account Main --once anna-12',
  },
  'buy-traffic': {
    access: 'buy',
    summary: 'Buys traffic for a client.',
    input: z.strictObject({
      client,
      pool: z.enum(POOL_TYPES).describe(`The pool: ${POOL_TYPES.join(', ')}`),
      gb: z.number().positive().max(1_000_000).describe('Gigabytes'),
      ...payment,
    }),
    positional: ['client'],
    example:
      'reseller-desk buy-traffic 5012345678:anna --pool residential --gb 5 --at-most 900 --account Main --once a1',
  },
  'buy-proxies': {
    access: 'buy',
    summary: 'Buys dedicated proxies, for a client or for nobody yet.',
    input: z.strictObject({
      client: client.optional(),
      ipv: z.literal(IPV_VALUES).describe('3 (shared IPv4), 4 (IPv4) or 6 (IPv6)'),
      country: z.string().min(1).max(100).describe('The code of the country, for example DE'),
      days: z.int().positive().max(10_000).describe('Days'),
      count: z.int().positive().max(100_000).describe('How many'),
      ...payment,
    }),
    example:
      'reseller-desk buy-proxies --ipv 4 --country DE --days 30 --count 2 --at-most 400 --account Main --once p1',
  },
  'extend-proxies': {
    access: 'buy',
    summary: 'Extends dedicated proxies by the ids of the service, from `proxies`.',
    input: z.strictObject({
      ids: z.array(z.int()).min(1).max(1_000).describe('The ids of the service, with commas between them'),
      days: z.int().positive().max(10_000).describe('Days'),
      ...payment,
    }),
    positional: ['ids'],
    example: 'reseller-desk extend-proxies 101,102 --days 30 --at-most 400 --account Main --once p1-december',
  },
} as const satisfies Readonly<Record<string, Command>>;

export type CommandName = keyof typeof COMMANDS;
export type InputOf<N extends CommandName> = z.output<(typeof COMMANDS)[N]['input']>;

export const isCommandName = (name: unknown): name is CommandName =>
  typeof name === 'string' && Object.hasOwn(COMMANDS, name);
