import type { z } from 'zod';

/**
 * - `read`: may be repeated freely;
 * - `change`: changes a setting that can be set again (whitelist, password, protocol, delete), and is never repeated
 *   automatically;
 * - `charge`: costs money each time it arrives; only the journal of purchases calls it.
 */
export type EndpointEffect = 'read' | 'change' | 'charge';

/** One endpoint of the service (docs/api.md). `path` is relative to `{base_url}/api/v1`. */
export interface Endpoint {
  readonly method: 'GET' | 'POST';
  readonly path: `/${string}`;
  readonly effect: EndpointEffect;
  /** Converts the app's request, in the app's names, into the GET parameters or the JSON body, in wire names. */
  readonly request: z.ZodType;
  /** Converts `data` of the success envelope, in wire names, into the app's form and names. */
  readonly response: z.ZodType;
  /** The whole answer is a secret (a password in an unknown shape), so no part of it may appear in an error text. */
  readonly answerIsSecret?: boolean;
  /** In milliseconds, for endpoints that need longer than the usual limit of their effect. */
  readonly timeLimitMs?: number;
}

export type EndpointTable = Readonly<Record<string, Endpoint>>;
