import type { CommonDeps } from '#core/context.ts';

/** The things to check. */
interface Wanted {
  readonly everything: boolean;
  readonly clientIds: readonly number[];
  readonly proxies: boolean;
  readonly balance: boolean;
}

interface WorkDeps extends CommonDeps<'clock' | 'logger'> {
  readonly signal: AbortSignal;
  readonly check: (wanted: Wanted) => Promise<void>;
}

/** One action changes several things, so wait a moment. */
const SOON_MS = 250;
/** More clients than this are faster to check all together. */
const MANY = 200;

const nothing = () => ({ everything: false, clients: new Set<number>(), proxies: false, balance: false });

/** Collects the things to check and checks them soon, one check at a time. */
export const createWork = ({ clock, logger, signal, check }: WorkDeps) => {
  let wanted = nothing();
  let running: Promise<void> | null = null;

  const hasWork = (): boolean => wanted.everything || wanted.clients.size > 0 || wanted.proxies || wanted.balance;

  const run = async (): Promise<void> => {
    while (hasWork()) {
      await clock.sleep(SOON_MS, signal);
      const { clients, everything, ...rest } = wanted;
      wanted = nothing();
      const isMany = clients.size > MANY;
      await check({ ...rest, everything: everything || isMany, clientIds: [...clients] });
    }
  };
  const start = (): void => {
    if (signal.aborted || running !== null) return;
    running = run()
      .catch((error: unknown) => {
        if (signal.aborted) return;
        logger.warn('alerts could not be looked at', { error: error instanceof Error ? error.name : 'unknown' });
      })
      .finally(() => {
        running = null;
      });
  };
  const want = (change: Partial<ReturnType<typeof nothing>>): void => {
    wanted = { ...wanted, ...change };
    start();
  };

  return {
    wantEverything: (): void => want({ everything: true }),
    /** `null` if many changed and their ids are unknown. */
    wantClients: (ids: readonly number[] | null): void => {
      if (ids === null) {
        want({ everything: true });
        return;
      }
      for (const id of ids) wanted.clients.add(id);
      if (ids.length > 0) start();
    },
    wantProxies: (): void => want({ proxies: true }),
    wantBalance: (): void => want({ balance: true }),
    isBusy: (): boolean => running !== null,
    ended: async (): Promise<void> => {
      await running;
    },
  };
};
