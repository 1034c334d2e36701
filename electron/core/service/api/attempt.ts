import type { Ports } from '#core/ports.ts';
import type { Endpoint } from '#shared/api/endpoint.ts';
import type { CallFailure, Sent } from './api-call-error.ts';
import type { CallOutcome, ChargeHooks } from './call.ts';
import type { Masker } from './mask.ts';
import { networkFailure, timedOut } from './network-error.ts';
import type { Pacer, Priority } from './pacer.ts';
import { type HttpAnswer, parseAnswer, rawExcerpt } from './parse-answer.ts';
import { parseRetryAfter } from './retry.ts';
import type { Transport, TransportAnswer, WireRequest } from './transport.ts';

export interface AttemptContext extends Pick<Ports, 'clock' | 'logger'> {
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
export const runAttempt = async (context: AttemptContext): Promise<AttemptResult> => {
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
