import type { Fetch } from '#core/ports.ts';
import type { TrashKind } from '#shared/domain/trash-rules.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { realClock } from '../../support/real-clock.ts';
import { createSkippingClock, type SkippingClock } from '../../support/skipping-clock.ts';

export const DAY = 86_400_000;

/** The sleeps before the looks at the trash (desk-background.ts). */
const LOOKS = new Set([75_000, 7_200_000]);

export interface TrashDesk extends TestDesk {
  readonly clock: SkippingClock;
  /** Makes the desk check its trash, and resolves when it has. */
  look(): Promise<void>;
  /** Sets how far the service's clock is behind this computer's, in ms; `null` makes it report no time. */
  tellTime(behindMs: number | null): Promise<void>;
  inTrash(kind: TrashKind, search?: string): Promise<readonly string[]>;
}

/** A desk whose clock and service show the time that a test sets; the sandbox's own clients are removed. */
export const startTrashDesk = async (): Promise<TrashDesk> => {
  const clock = createSkippingClock();
  let sleeping: (() => void)[] = [];
  const heard: (() => void)[] = [];
  const sleep = (ms: number, signal?: AbortSignal): Promise<void> => {
    if (!LOOKS.has(ms)) return realClock.sleep(ms, signal);
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        sleeping = sleeping.filter((one) => one !== resolve);
        reject(signal?.reason);
      };
      if (signal?.aborted === true) return leave();
      signal?.addEventListener('abort', leave, { once: true });
      sleeping.push(resolve);
      for (const tell of heard.splice(0)) tell();
    });
  };
  let behind: number | null = null;
  const dated: Fetch = async (url, init) => {
    const { body, status, headers } = await fetch(url, init);
    const date: [string, string][] = behind === null ? [] : [['date', new Date(clock.now() - behind).toUTCString()]];
    return new Response(body, { status, headers: [...headers, ...date] });
  };
  const desk = await startTestDesk({ clock: { ...clock, sleep }, fetch: dated });
  const sort = { by: 'name', direction: 'asc' } as const;
  const { ids } = await desk.call('clients.ids', { filter: {}, sort });
  if (ids.length > 0) {
    await desk.call('clients.remove', { clientIds: ids });
    await desk.call('trash.delete', { kind: 'client', ids });
  }
  return Object.assign(Object.create(desk) as TestDesk, {
    clock,
    look: async () => {
      // After a restart nothing begins before the first answer.
      await desk.call('settings.get', {});
      while (sleeping.length === 0) await new Promise<void>((resolve) => heard.push(resolve));
      const again = new Promise<void>((resolve) => heard.push(resolve));
      for (const wake of sleeping.splice(0)) wake();
      await again;
    },
    tellTime: async (behindMs: number | null) => {
      behind = behindMs;
      await desk.call('account.refreshBalance', {});
    },
    inTrash: async (kind: TrashKind, search = '') => {
      const { rows } = await desk.call('trash.list', { kind, filter: { search }, sort, offset: 0, limit: 100 });
      return rows.map(({ name }) => name);
    },
  });
};
