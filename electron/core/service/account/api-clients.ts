import type { Ports } from '#core/ports.ts';
import { type ApiClient, createApiClient } from '#core/service/api/api-client.ts';
import type { AnsweredCall, CallOutcome } from '#core/service/api/call.ts';
import { createPacer, type Pacer } from '#core/service/api/pacer.ts';

export interface Connection {
  readonly baseUrl: string;
  readonly token: string;
  /** Whether this is the sandbox: it runs on this computer, and its requests are not limited. */
  readonly isPractice?: boolean;
}

interface ApiClientsDeps extends Pick<Ports, 'fetch' | 'clock' | 'logger'> {
  readonly requestsPerSecond: () => number;
  readonly onOutcome: (accountId: string, outcome: CallOutcome) => void;
  readonly onAnswer: (accountId: string, answered: AnsweredCall) => void;
}

/** Requests per second. */
const UNPACED = Number.POSITIVE_INFINITY;

/** Creates one API client and one pacer for each account that is used. */
export const createApiClients = (deps: ApiClientsDeps) => {
  const { fetch, clock, logger } = deps;
  const clients = new Map<string, Promise<ApiClient>>();
  /** Pacers outlive their clients: with a new token the service still wants fewer requests. */
  const pacers = new Map<string, Pacer>();

  const pacerOf = (accountId: string): Pacer => {
    const known = pacers.get(accountId);
    if (known !== undefined) return known;
    const pacer = createPacer({ clock, requestsPerSecond: deps.requestsPerSecond() });
    pacers.set(accountId, pacer);
    return pacer;
  };

  const make = async (
    accountId: string,
    connect: () => Promise<Connection>,
    isCurrent: () => boolean,
  ): Promise<ApiClient> => {
    const { baseUrl, token, isPractice } = await connect();
    return createApiClient({
      baseUrl,
      token,
      fetch,
      clock,
      logger,
      pacer: isPractice === true ? createPacer({ clock, requestsPerSecond: UNPACED }) : pacerOf(accountId),
      // The result of an old token says nothing about the new one.
      onOutcome: (outcome) => {
        if (isCurrent()) deps.onOutcome(accountId, outcome);
      },
      onAnswer: (answered) => deps.onAnswer(accountId, answered),
    });
  };

  return {
    get: (accountId: string, connect: () => Promise<Connection>): Promise<ApiClient> => {
      const known = clients.get(accountId);
      if (known !== undefined) return known;
      const making: Promise<ApiClient> = make(accountId, connect, () => clients.get(accountId) === making);
      clients.set(accountId, making);
      making.catch(() => {
        if (clients.get(accountId) === making) clients.delete(accountId);
      });
      return making;
    },
    /** Drops the client after a sign-in, a sign-out or a removal, so that it is not used any more. */
    drop: (accountId: string): void => {
      clients.delete(accountId);
    },
    setRate: (requestsPerSecond: number): void => {
      for (const pacer of pacers.values()) pacer.setRate(requestsPerSecond);
    },
  };
};
