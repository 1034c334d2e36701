import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Clock, Fetch } from '#core/ports.ts';
import { ApiCallError } from '#core/service/api/api-call-error.ts';
import type { ApiClient } from '#core/service/api/api-client.ts';
import { type Sandbox, startSandbox } from '#sandbox/index.ts';
import { ENDPOINT_NAMES, type EndpointName, endpointOf } from '#shared/api/endpoints.ts';
import { createApiUnderTest, freePacer, hastyClock } from '../../support/api-under-test.ts';
import { callAny } from '../../support/charge.ts';
import { type ControlClient, createControlClient } from '../../support/control-client.ts';
import { realClock } from '../../support/real-clock.ts';
import { ENDPOINT_REQUESTS } from './endpoint-requests.ts';
import { FAULT_TABLE } from './fault-table.ts';

let sandbox: Sandbox;
let control: ControlClient;
let healthy: ApiClient;
beforeAll(async () => {
  sandbox = await startSandbox({ stateDir: null, control: true });
  control = createControlClient(sandbox.controlUrl ?? '');
  healthy = createApiUnderTest(sandbox, { pacer: freePacer });
});
beforeEach(async () => {
  await control.reset();
  await control.setBalance(10_000_000);
});
afterAll(() => sandbox.close());

/** Makes the call under the fault. The goods that it needs are bought before. Returns `null` if it succeeded. */
const callThrough = async (
  name: EndpointName,
  api: ApiClient,
  begin: () => Promise<unknown> = async () => {},
): Promise<ApiCallError | null> => {
  const request = await ENDPOINT_REQUESTS[name](healthy);
  await control.clearRequests();
  await begin();
  return callAny(api, name, request).then(
    () => null,
    (error: unknown) => {
      if (error instanceof ApiCallError) return error;
      throw error;
    },
  );
};

/** A charge that may have arrived must never be reported as failed. */
const expected = (name: EndpointName, kind: string, sent: string) => {
  const isOpen = endpointOf(name).effect === 'charge' && sent === 'maybe';
  return isOpen ? { kind: 'outcome-unknown', sent, details: { code: kind } } : { kind, sent };
};

const arrived = async (name: EndpointName): Promise<number> => {
  const { method, path } = endpointOf(name);
  return (await control.requests({ method, path })).length;
};

const failing = (code: string): Fetch =>
  (() =>
    Promise.reject(
      new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code, syscall: 'connect' }) }),
    )) as Fetch;

describe.each(ENDPOINT_NAMES)('%s', (name) => {
  const { effect, method, path } = endpointOf(name);
  const match = { method, path };

  it.each(Object.entries(FAULT_TABLE))('%s', async (_, { fault, kind, sent, reads }) => {
    const api = createApiUnderTest(sandbox, { pacer: freePacer, clock: hastyClock });
    const error = await callThrough(name, api, () => control.addFaults({ match, fault }));
    expect(error).toMatchObject(expected(name, kind, sent));
    expect(await arrived(name)).toBe(effect === 'read' ? reads : 1);
  });

  it.each([
    ['no route', 'ENETUNREACH'],
    ['a name that is not found', 'ENOTFOUND'],
    ['a refused connection', 'ECONNREFUSED'],
  ])('%s: nothing was sent', async (_, code) => {
    const api = createApiUnderTest(sandbox, { pacer: freePacer, clock: hastyClock, fetch: failing(code) });
    expect(await callThrough(name, api)).toMatchObject({ kind: 'offline', sent: 'no' });
    expect(await arrived(name)).toBe(0);
  });

  it('an answer that takes longer than the limit: abandoned, once', async () => {
    const clock: Clock = {
      now: realClock.now,
      sleep: (ms, signal) => (ms < 10_000 ? realClock.sleep(ms, signal) : control.waitForHeld(1)),
    };
    const api = createApiUnderTest(sandbox, { pacer: freePacer, clock });
    const fault = { kind: 'hold', when: 'before-commit' } as const;
    const error = await callThrough(name, api, () => control.addFaults({ match, fault }));
    expect(error).toMatchObject(expected(name, 'timeout', 'maybe'));
    await control.clearFaults();
    expect(await arrived(name)).toBe(1);
  });

  it('a wrong content type on a right answer: read anyway', async () => {
    const fault = { kind: 'wrong-content-type', contentType: 'text/html' } as const;
    const error = await callThrough(name, healthy, () => control.addFaults({ match, fault }));
    expect(error).toBeNull();
  });

  it('an empty answer: enough for a change, for nothing else', async () => {
    const error = await callThrough(name, healthy, () => control.addFaults({ match, fault: { kind: 'empty-body' } }));
    if (effect === 'change') expect(error).toBeNull();
    else expect(error).toMatchObject(expected(name, 'malformed', 'maybe'));
  });
});
