import type { z } from 'zod';
import type { Ports } from '#core/ports.ts';
import type { EndpointEffect } from '#shared/api/endpoint.ts';
import { type EndpointName, type EndpointRequest, type EndpointResponse, endpointOf } from '#shared/api/endpoints.ts';
import type { Problem } from '#shared/result.ts';
import { ApiCallError, errorOf } from './api-call-error.ts';
import { type AttemptContext, runAttempt } from './attempt.ts';
import type { AnsweredCall, ApiAnswer, Call, CallOptions, CallOutcome, Charge, ChargeHooks } from './call.ts';
import { CHARGE } from './charge.ts';
import { createMasker, createTokenMasker } from './mask.ts';
import type { Pacer } from './pacer.ts';
import { MAX_ATTEMPTS, retryDelay } from './retry.ts';
import { buildRequest, createTransport } from './transport.ts';

export interface ApiClient {
  readonly call: Call;
  /** Calls an endpoint that charges; see `CHARGE`. */
  readonly [CHARGE]: Charge;
}

export interface ApiClientOptions extends Pick<Ports, 'fetch' | 'clock' | 'logger'> {
  /** The address as normalised by `parseBaseUrl`. */
  readonly baseUrl: string;
  readonly token: string;
  readonly pacer: Pacer;
  readonly onOutcome?: (outcome: CallOutcome) => void;
  readonly onAnswer?: (answered: AnsweredCall) => void;
  /** Returns a number from 0 to 1 for the jitter of retries. */
  readonly random?: () => number;
}

/** Milliseconds from the moment the request is sent. */
const TIME_LIMITS: Readonly<Record<EndpointEffect, number>> = { read: 15_000, change: 15_000, charge: 60_000 };

/** Creates the client of the service for one account. Its calls are derived from the table of endpoints. */
export const createApiClient = (options: ApiClientOptions): ApiClient => {
  const { clock, pacer, logger, random = Math.random } = options;
  const mask = createMasker(options.token);
  const maskToken = createTokenMasker(options.token);
  const transport = createTransport(options.fetch);

  const send = async <N extends EndpointName>(
    name: N,
    request: EndpointRequest<N>,
    callOptions: CallOptions & Partial<ChargeHooks>,
  ): Promise<ApiAnswer<N>> => {
    const endpoint = endpointOf(name);
    const fields = endpoint.request.safeParse(request);
    if (!fields.success) {
      throw new ApiCallError('invalid-input', 'no', `${endpoint.path}: the request is not valid`, {
        problems: requestProblems(fields.error.issues),
      });
    }
    if (!/^[\x21-\x7e]+$/.test(options.token)) {
      throw new ApiCallError('unauthorized', 'no', `${endpoint.path}: the token cannot be one`, {
        code: 'token-characters',
      });
    }
    const isCharge = endpoint.effect === 'charge';
    const context: AttemptContext = {
      endpoint,
      request: buildRequest(endpoint, fields.data as Readonly<Record<string, unknown>>, options),
      transport,
      timeLimitMs: endpoint.timeLimitMs ?? TIME_LIMITS[endpoint.effect],
      priority: callOptions.priority ?? (isCharge ? 'money' : 'interactive'),
      signal: callOptions.signal,
      onLeaving: callOptions.onLeaving,
      onRawAnswer: callOptions.onRawAnswer,
      onOutcome: options.onOutcome,
      clock,
      pacer,
      logger,
      mask,
      maskToken,
    };
    const attempts = endpoint.effect === 'read' ? (callOptions.attempts ?? MAX_ATTEMPTS) : 1;
    for (let attempt = 1; ; attempt += 1) {
      const result = await runAttempt(context);
      if (result.ok) {
        return { value: result.data as EndpointResponse<N>, receivedAt: result.receivedAt };
      }
      const { failure } = result;
      const delay = retryDelay(attempt, failure.details.retryAfterMs, random);
      if (!failure.transient || attempt >= attempts || delay === null) throw errorOf(endpoint, failure);
      try {
        await clock.sleep(delay, callOptions.signal);
      } catch {
        throw errorOf(endpoint, failure, 'cancelled');
      }
    }
  };

  return {
    call: async (name, request, callOptions = {}) => {
      // The types exclude charges here; this also stops calls that bypass them.
      if (endpointOf(name).effect === 'charge') throw new Error(`${name} is called through the journal only`);
      const answer = await send(name, request, callOptions);
      options.onAnswer?.({ name, request, answer } as AnsweredCall);
      return answer;
    },
    [CHARGE]: send,
  };
};

/** Returns the fields of a request that break docs/api.md#limits, by wire names. */
const requestProblems = (issues: readonly z.core.$ZodIssue[]): readonly Problem[] =>
  issues.slice(0, 20).map((issue) => ({ field: issue.path.map(String).join('.'), ...codeOf(issue) }));

const codeOf = (issue: z.core.$ZodIssue): Omit<Problem, 'field'> => {
  switch (issue.code) {
    case 'too_small':
      return { code: 'too-small', params: { min: String(issue.minimum) } };
    case 'too_big':
      return { code: 'too-big', params: { max: String(issue.maximum) } };
    case 'invalid_value':
      return { code: 'not-allowed', params: { allowed: issue.values.map(String).join(', ') } };
    case 'custom':
      return { code: 'not-allowed' };
    default:
      return { code: 'wrong-type' };
  }
};
