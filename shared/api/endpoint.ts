import type { z } from 'zod';

/**
 * - `read`: may be repeated at will;
 * - `change`: changes something that can be set again (whitelist, password, protocol, delete), never repeated by itself;
 * - `charge`: costs money every time it arrives.
 */
export type EndpointEffect = 'read' | 'change' | 'charge';

/** One endpoint of the service (docs/api.md). `path` is relative to `{base_url}/api/v1`. */
export interface Endpoint {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: `/${string}`;
  readonly effect: EndpointEffect;
  /** What is sent: GET parameters or the JSON body, by wire names. */
  readonly request: z.ZodType;
  /** What `data` of the success envelope holds. */
  readonly response: z.ZodType;
  /** The whole answer is a secret (a password in an unknown shape), so none of it may appear in an error text. */
  readonly answerIsSecret?: boolean;
  /** Milliseconds, where the usual limit of the effect is too short. */
  readonly timeLimitMs?: number;
}

/** Keeps the literal types, and the compiler's check that it is an endpoint. */
export const endpoint = <const E extends Endpoint>(spec: E): E => spec;
