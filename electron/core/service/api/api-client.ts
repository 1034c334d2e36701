import type { z } from 'zod';
import type { Ports } from '#core/ports.ts';
import type { Endpoint, EndpointEffect } from '#shared/api/endpoint.ts';
import { type EndpointName, type EndpointRequest, type EndpointResponse, endpointOf } from '#shared/api/endpoints.ts';
import type { Problem } from '#shared/result.ts';
import { ApiCallError, type CallFailure, errorOf, type Sent } from './api-call-error.ts';
import type { AnsweredCall, ApiAnswer, Call, CallOptions, CallOutcome, Charge, ChargeHooks } from './call.ts';
import { CHARGE } from './charge.ts';
import { createMasker, createTokenMasker, type Masker } from './mask.ts';
import { networkFailure, timedOut } from './network-error.ts';
import type { Pacer, Priority } from './pacer.ts';
import { type HttpAnswer, parseAnswer, rawExcerpt } from './parse-answer.ts';
import { MAX_ATTEMPTS, parseRetryAfter, retryDelay } from './retry.ts';
import { buildRequest, createTransport, type Transport, type TransportAnswer, type WireRequest } from './transport.ts';

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
      throw new ApiCallError('unauthorized', 'no', `${endpoint.path}: the token is malformed`, {
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

interface AttemptContext extends Pick<Ports, 'clock' | 'logger'> {
  readonly endpoint: Endpoint;
  readonly request: WireRequest;
  readonly transport: Transport;
  readonly timeLimitMs: number;
  readonly priority: Priority;
  readonly signal: AbortSignal | undefined;
  readonly onLeaving: ChargeHooks['onLeaving'] | undefined;
  readonly onRawAnswer: ChargeHooks['onRawAnswer'] | undefined;
  readonly onOutcome: ((outcome: CallOutcome) => void) | undefined;
  readonly pacer: Pacer;
  readonly mask: Masker;
  /**
   * Masks the token in answers that are stored: a service may repeat the token, and it must never be written to the
   * disk.
   */
  readonly maskToken: Masker;
}

type AttemptResult =
  | { readonly ok: true; readonly data: unknown; readonly receivedAt: number }
  | { readonly ok: false; readonly failure: CallFailure };

/**
 * Makes one attempt: waits for its turn, sends once, reads, passes on the raw answer, parses. Throws the errors of
 * `onLeaving`.
 */
const runAttempt = async (context: AttemptContext): Promise<AttemptResult> => {
  const { endpoint, clock, pacer, signal } = context;
  try {
    await pacer.acquire(context.priority, signal);
  } catch {
    return { ok: false, failure: cancelled('no') };
  }
  if (signal?.aborted === true) return { ok: false, failure: cancelled('no') };

  await context.onLeaving?.();
  const startedAt = clock.now();
  const answer = await send(context);
  const result = answer.ok ? await readAnswer(context, answer.value) : answer;
  const status = answer.ok ? answer.value.status : null;
  const kind = result.ok ? 'ok' : result.failure.kind;
  pace(pacer, status, result);
  const answeredAt = answer.ok ? answer.value.answeredAt : null;
  const clockAheadMs = answeredAt === null ? null : clock.now() - answeredAt;
  if (kind !== 'cancelled') context.onOutcome?.({ reached: answer.ok, status, kind, clockAheadMs });
  context.logger[result.ok ? 'info' : 'warn']('api call', {
    method: endpoint.method,
    path: endpoint.path,
    status,
    ms: clock.now() - startedAt,
    kind,
    ...(result.ok || result.failure.details.code === undefined ? {} : { code: result.failure.details.code }),
  });
  return result;
};

type Sending =
  | { readonly ok: true; readonly value: TransportAnswer }
  | { readonly ok: false; readonly failure: CallFailure };

/**
 * Sends the request within the time limit. The caller's signal counts, too, except for a charge: once sent, its outcome
 * must be known.
 */
const send = async (context: AttemptContext): Promise<Sending> => {
  const { endpoint, clock, signal } = context;
  const controller = new AbortController();
  let cause: 'time' | 'caller' | null = null;
  const abort = (by: 'time' | 'caller') => {
    cause ??= by;
    controller.abort(new DOMException('stopped', 'AbortError'));
  };
  const byCaller = () => abort('caller');
  if (endpoint.effect !== 'charge') signal?.addEventListener('abort', byCaller, { once: true });
  const timer = new AbortController();
  clock.sleep(context.timeLimitMs, timer.signal).then(
    () => abort('time'),
    () => {},
  );
  const failureBy = (error: unknown): CallFailure => {
    if (cause === 'time') return timedOut();
    return cause === 'caller' ? cancelled('maybe') : networkFailure(error);
  };
  try {
    const value = await context.transport(context.request, controller.signal);
    if (value.body.end !== 'broken') return { ok: true, value };
    await handOver(context, value);
    const failure = failureBy(value.body.error);
    // An answer had begun, so the request had arrived in any case.
    return { ok: false, failure: { ...failure, sent: 'maybe', details: { ...failure.details, status: value.status } } };
  } catch (error) {
    return { ok: false, failure: failureBy(error) };
  } finally {
    timer.abort();
    signal?.removeEventListener('abort', byCaller);
  }
};

const readAnswer = async (context: AttemptContext, value: TransportAnswer): Promise<AttemptResult> => {
  const { endpoint, clock, mask } = context;
  const receivedAt = clock.now();
  const answer: HttpAnswer = {
    status: value.status,
    text: value.body.text,
    retryAfterMs: parseRetryAfter(value.retryAfter, receivedAt),
  };
  if (!(await handOver(context, value))) {
    const reason = 'the answer could not be stored';
    const failure: CallFailure = { kind: 'storage', sent: 'maybe', reason, details: {}, transient: false };
    return { ok: false, failure };
  }
  if (value.body.end === 'too-large') {
    const raw = rawExcerpt(endpoint, answer.text, mask);
    const details = { code: 'too-large', status: value.status, raw };
    return {
      ok: false,
      failure: { kind: 'malformed', sent: 'maybe', reason: 'the answer is too large', details, transient: false },
    };
  }
  const parsed = parseAnswer(endpoint, answer, mask);
  return parsed.ok ? { ok: true, data: parsed.data, receivedAt } : parsed;
};

/** Passes the raw answer to the caller. Returns false if the caller could not store it. */
const handOver = async (context: AttemptContext, { status, body }: TransportAnswer): Promise<boolean> => {
  const { onRawAnswer, maskToken } = context;
  try {
    await onRawAnswer?.({ status, text: maskToken(body.text), complete: body.end === 'complete' });
    return true;
  } catch {
    return false;
  }
};

const pace = (pacer: Pacer, status: number | null, result: AttemptResult): void => {
  if (status === 429 || status === 503) pacer.throttled(result.ok ? undefined : result.failure.details.retryAfterMs);
  else if (result.ok) pacer.succeeded();
};

const cancelled = (sent: Sent): CallFailure => ({
  kind: 'cancelled',
  sent,
  reason: 'cancelled',
  details: {},
  transient: false,
});
