import type { Step } from './history.ts';

/** Histories that went wrong once. */
export const REGRESSIONS: readonly (readonly Step[])[] = [
  // A refusal with a late sum, and an open purchase of the same price beside it.
  [
    { do: 'ask', kind: 'vpn-renew' },
    { do: 'refresh' },
    { do: 'lag', sumMs: 30_000, listMs: 30_000 },
    { do: 'agree', fate: 'refused-and-charged', despite: true },
    { do: 'look' },
    { do: 'buy', kind: 'vpn-buy', fate: 'vanished', factor: 1, lateMs: 100_000, despite: true },
  ],
  // The same, but the wall clock moves on by more than a month.
  [
    { do: 'lag', sumMs: 30_000, listMs: 0 },
    { do: 'buy', kind: 'traffic', fate: 'refused-and-charged', factor: 1, lateMs: 600_000, despite: false },
    { do: 'set-clock', ms: 40 * 86_400_000 },
    { do: 'wait', ms: 77_000 },
    { do: 'refresh' },
  ],
  // A refusal that charged a different price than the desk asked for.
  [
    { do: 'lag', sumMs: 120_000, listMs: 0 },
    { do: 'buy', kind: 'vpn-buy', fate: 'refused-and-charged', factor: 1.1, lateMs: 20_000, despite: false },
    { do: 'buy', kind: 'vpn-buy', fate: 'answered', factor: 1, lateMs: 20_000, despite: false },
    { do: 'lag', sumMs: 0, listMs: 0 },
  ],
  // A sum that falls behind again after it has shown a charge.
  [
    { do: 'buy', kind: 'vpn-buy', fate: 'refused-and-charged', factor: 1, lateMs: 20_000, despite: false },
    { do: 'lag', sumMs: 120_000, listMs: 0 },
    { do: 'buy', kind: 'vpn-renew', fate: 'late', factor: 1, lateMs: 20_000, despite: false },
    { do: 'buy', kind: 'vpn-buy', fate: 'vanished', factor: 1, lateMs: 20_000, despite: false },
    { do: 'wait', ms: 5_000 },
  ],
  // The service charges while the computer sleeps for a day, and its list lags behind when the computer wakes up.
  [
    { do: 'wait', ms: 10_800_000 },
    { do: 'buy', kind: 'vpn-renew', fate: 'late', factor: 1, lateMs: 600_000, despite: true },
    { do: 'lag', sumMs: 0, listMs: 120_000 },
    { do: 'buy', kind: 'traffic', fate: 'late', factor: 1, lateMs: 600_000, despite: true },
    { do: 'wait', ms: 90_000_000 },
    { do: 'buy', kind: 'vpn-buy', fate: 'failed-and-charged', factor: 1, lateMs: 20_000, despite: false },
    { do: 'buy', kind: 'traffic', fate: 'answered', factor: 1, lateMs: 20_000, despite: false },
    { do: 'wait', ms: 10_800_000 },
    { do: 'lag', sumMs: 0, listMs: 0 },
  ],
];
