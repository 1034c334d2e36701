import type { SandboxHost, SandboxInfo } from '#core/ports.ts';
import type { Sandbox } from '#sandbox/index.ts';

export interface SandboxHandle extends SandboxHost {
  /** Where faults are ordered, for tests; `null` unless asked for and started. */
  controlUrl(): string | null;
  close(): Promise<void>;
}

interface Running {
  readonly service: Sandbox;
  readonly info: SandboxInfo;
}

/** The embedded service, started when it is first needed; most users never do, so its code is loaded then, too. */
export const createSandboxHost = (stateDir: string, control: boolean): SandboxHandle => {
  let starting: Promise<Running> | null = null;
  let running: Running | null = null;
  const start = async (): Promise<Running> => {
    const { startSandbox, SEED_CLIENTS } = await import('#sandbox/index.ts');
    const service = await startSandbox({ stateDir, control });
    const clients = SEED_CLIENTS.map(({ messengerId, clientKey, displayName }) => {
      return { messengerId, clientKey, name: displayName };
    });
    running = { service, info: { baseUrl: service.baseUrl, token: service.token, clients } };
    return running;
  };
  return {
    start: async () => {
      starting ??= start().catch((error: unknown) => {
        starting = null;
        throw error;
      });
      return (await starting).info;
    },
    controlUrl: () => running?.service.controlUrl ?? null,
    close: async () => {
      const last = await starting?.catch(() => null);
      starting = null;
      running = null;
      await last?.service.close();
    },
  };
};
