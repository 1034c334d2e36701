import { readingsOf } from './typed-number.ts';

/** Amounts of traffic are whole thousandths of a GB. The service's own limits are not known (docs/api.md#limits). */
export const TRAFFIC_GB = { min: 0.001, max: 1_000_000, decimals: 3 } as const;

/** Problem codes, which are keys of the renderer's texts (`problems.<code>`). */
type TrafficGbProblem =
  | 'gb-empty'
  | 'gb-not-a-number'
  | 'gb-not-positive'
  | 'gb-too-precise'
  | 'gb-too-large'
  | 'number-ambiguous';

/** Returns why this amount of GB cannot be bought; `null` if it can. */
export const checkTrafficGb = (gb: number): Exclude<TrafficGbProblem, 'gb-empty' | 'number-ambiguous'> | null => {
  if (!Number.isFinite(gb)) return 'gb-not-a-number';
  if (gb <= 0) return 'gb-not-positive';
  if (gb > TRAFFIC_GB.max) return 'gb-too-large';
  return Number(gb.toFixed(TRAFFIC_GB.decimals)) === gb ? null : 'gb-too-precise';
};

type TrafficGbResult =
  | { readonly ok: true; readonly gb: number }
  | {
      readonly ok: false;
      readonly code: TrafficGbProblem;
      /** The values that fill in the text of the code. */
      readonly params?: Readonly<Record<string, string>>;
    };

/**
 * Parses typed GB, with a comma or a point before the decimals and blanks between thousands: `1 500`, `0,5`. `1,000`,
 * which may mean one or a thousand, is a problem that asks the user.
 */
export const parseTrafficGb = (typed: string): TrafficGbResult => {
  const readings = readingsOf(typed);
  if (readings !== null) return { ok: false, code: 'number-ambiguous', params: readings };
  const text = typed.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.');
  if (text === '') return { ok: false, code: 'gb-empty' };
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text)) return { ok: false, code: 'gb-not-a-number' };
  const gb = Number(text);
  const code = checkTrafficGb(gb);
  return code === null ? { ok: true, gb } : { ok: false, code };
};
