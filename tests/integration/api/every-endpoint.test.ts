import { afterEach, describe, expect, it } from 'vitest';
import { startSandbox } from '#sandbox/index.ts';
import { ENDPOINT_NAMES, endpointOf } from '#shared/api/endpoints.ts';
import { createApiUnderTest } from '../../support/api-under-test.ts';
import { createControlClient } from '../../support/control-client.ts';
import { startStranger } from '../../support/stranger/service.ts';
import { ENDPOINT_TRIALS } from './endpoint-trials.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((service) => service.close()));
});

const opened = <Service extends { close(): Promise<void> }>(service: Service): Service => {
  open.push(service);
  return service;
};

describe('every endpoint of the table, through the client', () => {
  it.each(ENDPOINT_NAMES)('%s is answered by the sandbox', async (name) => {
    const sandbox = opened(await startSandbox({ stateDir: null, control: true }));
    await ENDPOINT_TRIALS[name](createApiUnderTest(sandbox));
    const { method, path } = endpointOf(name);
    const requests = await createControlClient(sandbox.controlUrl ?? '').requests({ method, path });
    expect(requests.map((request) => request.status)).toContain(200);
  });

  describe.each(['verbose', 'terse'] as const)(
    'is sent to a service that behaves differently where the API is undocumented (%s)',
    (dialect) => {
      it.each(ENDPOINT_NAMES)('%s', async (name) => {
        const stranger = opened(await startStranger({ dialect, prefix: '/reseller' }));
        await ENDPOINT_TRIALS[name](createApiUnderTest(stranger));
        expect(stranger.requests.map((request) => request.path)).toContainEqual(
          expect.stringContaining(endpointOf(name).path),
        );
      });
    },
  );
});
