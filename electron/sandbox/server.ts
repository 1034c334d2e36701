import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { changeAnswer } from './control/change-answer.ts';
import { decide } from './control/false-answer.ts';
import { type FaultPlan, type FaultRules, NO_FAULTS } from './control/fault-plan.ts';
import type { LoggedRequest } from './control/fault-types.ts';
import { ClosedWhileHeld, type Holds } from './control/holds.ts';
import type { RequestLog } from './control/request-log.ts';
import { Fields } from './fields.ts';
import {
  isAddressedToLoopback,
  jsonAnswer,
  parseJsonObject,
  readRequestBody,
  refusalAnswer,
  SERVICE_BODY_BYTES,
  type ServiceAnswer,
  sendAnswer,
} from './http-io.ts';
import { Refusal } from './refusal.ts';
import { createRouter, type Route } from './router.ts';
import { ROUTES } from './routes.ts';
import type { World } from './state/world.ts';

const PREFIX = '/api/v1';
const routeFor = createRouter(ROUTES);

export interface LatencyRange {
  readonly minMs: number;
  readonly maxMs: number;
}

/** The tools of tests; absent without a control port. */
export interface Controls {
  readonly faults: FaultRules;
  readonly holds: Holds;
  readonly log: RequestLog;
}

interface ServiceOptions {
  readonly world: World;
  readonly latency: LatencyRange | null;
  readonly controls: Controls | null;
  /** Aborted when the sandbox closes: a request that still waits must not be carried out. */
  readonly closing: AbortSignal;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const requireToken = (world: World, request: IncomingMessage): void => {
  const [, given = ''] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (!timingSafeEqual(digest(given), digest(world.state.token))) {
    throw new Refusal(401, 'unauthorized', 'The API token is missing or wrong.');
  }
};

interface Incoming {
  readonly request: IncomingMessage;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
}

const readIncoming = (request: IncomingMessage): Incoming => {
  const base = 'http://loopback';
  const target = request.url ?? '/';
  if (!URL.canParse(target, base)) throw new Refusal(400, 'malformed_url', 'The request target is not a URL.');
  const url = new URL(target, base);
  const { pathname } = url;
  const path = pathname.startsWith(`${PREFIX}/`) ? pathname.slice(PREFIX.length) : pathname;
  return { request, method: request.method ?? 'GET', path, query: url.searchParams };
};

const findRoute = ({ method, path, request }: Incoming): Route => {
  const match = (request.url ?? '').startsWith(`${PREFIX}/`) ? routeFor(method, path) : { kind: 'unknown' as const };
  switch (match.kind) {
    case 'found':
      return match.route;
    case 'wrong-method':
      throw new Refusal(405, 'method_not_allowed', `This path answers ${match.allow} only.`);
    case 'unknown':
      throw new Refusal(404, 'not_found', 'There is no such endpoint.');
  }
};

/** Carries out a request, and saves the state before it answers. */
const carryOut = async (world: World, incoming: Incoming, body: string): Promise<ServiceAnswer> => {
  try {
    requireToken(world, incoming.request);
    const route = findRoute(incoming);
    const fields =
      route.method === 'GET'
        ? new Fields('query', new Map(incoming.query))
        : new Fields('body', parseJsonObject(incoming.request, body));
    const data = await route.handle({ world, fields });
    if (route.writes) await world.save();
    return jsonAnswer(200, { ok: true, data });
  } catch (error) {
    if (error instanceof Refusal) return refusalAnswer(error);
    return refusalAnswer(new Refusal(500, 'internal', 'The service failed; the outcome is not known.'));
  }
};

const cut = (response: ServerResponse): void => {
  response.socket?.destroy();
};

/** Sends half of an answer with the length of the whole, then cuts the connection. */
const breakOff = (response: ServerResponse, answer: ServiceAnswer): void => {
  const bytes = Buffer.from(answer.body ?? '', 'utf8');
  response.writeHead(answer.status, { ...answer.headers, 'content-length': bytes.byteLength });
  response.write(bytes.subarray(0, bytes.byteLength >> 1), () => cut(response));
};

const parsedForLog = (body: string): unknown => {
  if (body === '') return null;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
};

/**
 * Answers one request, subject to the planned faults. Resolves with the status, or `null` if the connection was cut.
 */
const answerThroughFaults = async (
  options: ServiceOptions,
  plan: FaultPlan,
  response: ServerResponse,
  truth: () => Promise<ServiceAnswer>,
): Promise<number | null> => {
  const holds = options.controls?.holds;
  if (plan.latencyMs > 0) await delay(plan.latencyMs, undefined, { signal: options.closing });
  if (plan.holdBefore) await holds?.hold();
  options.closing.throwIfAborted();
  const decision = plan.decisive === null ? null : decide(plan.decisive);
  const answer =
    decision === null || decision.commit ? changeAnswer(await truth(), plan.changes) : jsonAnswer(200, { ok: true });
  if (plan.holdAfter) await holds?.hold();
  if (decision === null) {
    sendAnswer(response, answer);
    return answer.status;
  }
  if (decision.answer === null) {
    cut(response);
    return null;
  }
  const sent = decision.answer(answer);
  if (decision.breakOff) breakOff(response, sent);
  else sendAnswer(response, sent);
  return sent.status;
};

const serve = async (options: ServiceOptions, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { world, latency, controls } = options;
  if (!isAddressedToLoopback(request)) throw new Refusal(421, 'wrong_host', 'This service answers on loopback only.');
  const incoming = readIncoming(request);
  const body = await readRequestBody(request, SERVICE_BODY_BYTES);
  const logged: LoggedRequest | undefined = controls?.log.add({
    time: new Date(world.now()).toISOString(),
    method: incoming.method,
    path: incoming.path,
    query: Object.fromEntries(incoming.query),
    body: parsedForLog(body),
    hasAuthorization: request.headers.authorization !== undefined,
  });
  if (latency !== null) {
    const ms = latency.minMs + Math.random() * (latency.maxMs - latency.minMs);
    await delay(ms, undefined, { signal: options.closing });
  }
  const plan = controls?.faults.plan(incoming.method, incoming.path) ?? NO_FAULTS;
  const status = await answerThroughFaults(options, plan, response, () => carryOut(world, incoming, body));
  if (logged !== undefined) logged.status = status;
};

const explain = (options: ServiceOptions, response: ServerResponse, error: unknown): void => {
  if (error instanceof Refusal) {
    sendAnswer(response, refusalAnswer(error));
  } else if (error instanceof ClosedWhileHeld || options.closing.aborted) {
    cut(response);
  } else {
    sendAnswer(response, refusalAnswer(new Refusal(500, 'internal', 'The service failed.')));
  }
};

/** Creates the service of docs/api.md for `node:http`. */
export const createService = (options: ServiceOptions) => {
  const inWork = new Set<Promise<void>>();
  return {
    listener: (request: IncomingMessage, response: ServerResponse): void => {
      const work = serve(options, request, response)
        .catch((error: unknown) => explain(options, response, error))
        .finally(() => inWork.delete(work));
      inWork.add(work);
    },
    /** Resolves when no request is being processed. */
    settled: async (): Promise<void> => {
      await Promise.all(inWork);
    },
  };
};
