import type { IncomingMessage, RequestListener } from 'node:http';
import {
  isAddressedToLoopback,
  jsonAnswer,
  parseJsonObject,
  readRequestBody,
  refusalAnswer,
  type ServiceAnswer,
  sendAnswer,
} from '../http-io.ts';
import { fromRoubles, toRoubles } from '../money.ts';
import { Refusal } from '../refusal.ts';
import type { Controls } from '../server.ts';
import type { ServiceBooks } from '../state/model.ts';
import type { World } from '../state/world.ts';
import { readRules } from './fault-plan.ts';

/** Tests may order any answer, even a very long one. */
const CONTROL_BODY_BYTES = 268_435_456;

interface Request {
  readonly query: URLSearchParams;
  readonly body: ReadonlyMap<string, unknown>;
}

type Handler = (request: Request) => object | Promise<object>;

const numberIn = (body: ReadonlyMap<string, unknown>, name: string): number => {
  const value = body.get(name);
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new Refusal(400, 'invalid_field', `"${name}" must be a number.`);
  }
  return value;
};

const atLeast = (query: URLSearchParams): number => {
  const value = Number(query.get('atLeast') ?? '0');
  if (!Number.isSafeInteger(value) || value < 0) throw new Refusal(400, 'invalid_field', '"atLeast" must be a count.');
  return value;
};

const filterOf = (query: URLSearchParams) => ({ method: query.get('method'), path: query.get('path') });

const booksOf = (world: World): ServiceBooks => ({
  balanceKopecks: world.state.balanceKopecks,
  spentKopecks: world.state.spentKopecks,
  openingSpentKopecks: world.state.openingSpentKopecks,
  entries: world.state.books,
});

const accountOf = ({ state }: World): object => ({
  balance_rub: toRoubles(state.balanceKopecks),
  api_spent_rub: toRoubles(state.spentKopecks),
});

const createHandlers = (world: World, { faults, holds, log }: Controls): ReadonlyMap<string, Handler> =>
  new Map<string, Handler>([
    ['GET /faults', () => ({ rules: faults.list() })],
    ['POST /faults', ({ body }) => ({ ids: readRules(body).map((rule) => faults.add(rule)) })],
    [
      'DELETE /faults',
      () => {
        faults.clear();
        return { released: holds.releaseAll() };
      },
    ],
    [
      'GET /holds',
      async ({ query }) => {
        await holds.whenHeld(atLeast(query));
        return { held: holds.count };
      },
    ],
    ['POST /release', () => ({ released: holds.releaseAll() })],
    ['GET /books', () => booksOf(world)],
    [
      'GET /requests',
      async ({ query }) => {
        await log.whenSeen(filterOf(query), atLeast(query));
        return { requests: log.list(filterOf(query)) };
      },
    ],
    [
      'DELETE /requests',
      () => {
        log.clear();
        return {};
      },
    ],
    ['GET /proxies', () => ({ proxies: Object.values(world.state.proxies) })],
    [
      'POST /balance',
      async ({ body }) => {
        world.state.balanceKopecks = fromRoubles(numberIn(body, 'balance_rub'));
        if (body.has('api_spent_rub')) world.state.spentKopecks = fromRoubles(numberIn(body, 'api_spent_rub'));
        await world.save();
        return accountOf(world);
      },
    ],
    [
      'POST /prices',
      async ({ body }) => {
        const multiplier = numberIn(body, 'multiplier');
        if (multiplier <= 0) throw new Refusal(400, 'invalid_field', '"multiplier" must be above 0.');
        world.state.priceMultiplier = multiplier;
        await world.save();
        return { multiplier };
      },
    ],
    [
      'POST /clock',
      async ({ body }) => {
        world.state.clockShiftMs = numberIn(body, 'shift_ms');
        await world.save();
        return { now: new Date(world.now()).toISOString() };
      },
    ],
    [
      'POST /reset',
      async ({ body }) => {
        const seed = body.has('seed') ? numberIn(body, 'seed') : world.state.seed;
        faults.clear();
        holds.releaseAll();
        log.clear();
        await world.reset(seed);
        return { seed };
      },
    ],
  ]);

const answerTo = async (handlers: ReadonlyMap<string, Handler>, request: IncomingMessage): Promise<ServiceAnswer> => {
  if (!isAddressedToLoopback(request)) throw new Refusal(421, 'wrong_host', 'This port answers on loopback only.');
  const url = new URL(request.url ?? '/', 'http://loopback');
  const handler = handlers.get(`${request.method} ${url.pathname}`);
  if (handler === undefined) throw new Refusal(404, 'not_found', 'There is no such control.');
  const text = await readRequestBody(request, CONTROL_BODY_BYTES);
  // The body must be declared as JSON, so that web pages in a browser cannot control the sandbox.
  const body = request.method === 'POST' ? parseJsonObject(request, text === '' ? '{}' : text) : new Map();
  return jsonAnswer(200, await handler({ query: url.searchParams, body }));
};

/** Creates the control port, which only tests use: faults, books, requests, money and time. */
export const createControlService = (world: World, controls: Controls): RequestListener => {
  const handlers = createHandlers(world, controls);
  return (request, response) => {
    answerTo(handlers, request).then(
      (answer) => sendAnswer(response, answer),
      (error: unknown) =>
        sendAnswer(
          response,
          refusalAnswer(error instanceof Refusal ? error : new Refusal(500, 'internal', 'The control port failed.')),
        ),
    );
  };
};
