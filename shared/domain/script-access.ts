/** The rights of scripts, from nothing to spending money. Each level includes the ones before it. */
export const SCRIPT_ACCESS = ['off', 'read', 'change', 'buy'] as const;
export type ScriptAccess = (typeof SCRIPT_ACCESS)[number];

/** The largest sum a day, in roubles, that scripts can be allowed to spend. */
export const MAX_SCRIPT_CAP_RUBLES = 1_000_000;

/** Returns whether the settings allow what a command needs. */
export const isAllowed = (granted: ScriptAccess, needed: ScriptAccess): boolean =>
  SCRIPT_ACCESS.indexOf(granted) >= SCRIPT_ACCESS.indexOf(needed);
