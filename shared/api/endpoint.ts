import type { z } from 'zod';

/**
 * - `read`: may be repeated at will;
 * - `change`: changes something that can be set again (whitelist, password, protocol, delete), never repeated by itself;
 * - `charge`: costs money every time it arrives; only the journal of purchases calls it.
 */
export type EndpointEffect = 'read' | 'change' | 'charge';

/** One endpoint of the service (docs/api.md). `path` is relative to `{base_url}/api/v1`. */
export interface Endpoint {
  readonly method: 'GET' | 'POST';
  readonly path: `/${string}`;
  readonly effect: EndpointEffect;
  /** Takes what the app asks for, by its own names, and makes the GET parameters or the JSON body of it, by wire names. */
  readonly request: z.ZodType;
  /** Takes what `data` of the success envelope holds, by wire names, and makes of it what the app knows, by its own names. */
  readonly response: z.ZodType;
  /** The whole answer is a secret (a password in an unknown shape), so none of it may appear in an error text. */
  readonly answerIsSecret?: boolean;
  /** Milliseconds, where the usual limit of the effect is too short. */
  readonly timeLimitMs?: number;
}

export type EndpointTable = Readonly<Record<string, Endpoint>>;
