import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Core, createCore } from '#core/desk/create-core.ts';
import type { Ports } from '#core/ports.ts';
import { createFakeSecrets } from '../fake-secrets.ts';
import { createFakeDialogs, createRecordedDesktop, createRecordedLogger, noSandbox } from '../fake-shell.ts';
import { createModelClock } from '../histories/model-clock.ts';
import { playedCalls } from '../histories/played-calls.ts';
import { noUpdates } from '../no-updates.ts';
import { createMonthService } from './month-service.ts';

const MINUTE = 60_000;

export type MonthDesk = Awaited<ReturnType<typeof openMonthDesk>>;

/** A real core on a real database, with a simulated clock, computer and service. */
export const openMonthDesk = async () => {
  // The files lie in memory where that is possible; other tests cover how a disk handles a commit.
  const place = await access('/dev/shm').then(
    () => '/dev/shm',
    () => tmpdir(),
  );
  const folder = await mkdtemp(join(place, 'month-'));
  const clock = createModelClock();
  const service = createMonthService(clock.truth);
  let powerListeners: readonly ((state: 'asleep' | 'awake') => void)[] = [];
  const ports: Ports = {
    secrets: createFakeSecrets(),
    dialogs: createFakeDialogs(),
    desktop: createRecordedDesktop(),
    logger: createRecordedLogger(),
    paths: { data: join(folder, 'data'), backups: join(folder, 'backups') },
    clock,
    fetch: service.fetch,
    sandbox: { start: noSandbox, begin: noSandbox },
    power: {
      onChange: (listener) => {
        powerListeners = [...powerListeners, listener];
        return () => {
          powerListeners = powerListeners.filter((one) => one !== listener);
        };
      },
    },
    updates: noUpdates,
    appVersion: '0.0.0-test',
    isStrict: true,
    systemLocale: 'en-GB',
  };
  let core: Core;

  const { ask, call } = playedCalls(clock, () => core);
  /** Lets time pass while the app is open and working. */
  const pass = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= MINUTE) await clock.drive(clock.sleep(Math.min(left, MINUTE)));
  };
  const tellPower = (state: 'asleep' | 'awake'): void => {
    for (const listener of powerListeners) listener(state);
  };
  const restart = async (offMs: number): Promise<void> => {
    await clock.drive(core.close());
    await clock.skip(offMs);
    core = await clock.drive(createCore(ports));
    await call('account.state', {});
  };

  core = await clock.drive(createCore(ports));
  const close = async (): Promise<void> => {
    await clock.drive(core.close());
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  return { clock, service, data: ports.paths.data, ask, call, pass, tellPower, restart, close };
};
