import { expect } from 'vitest';
import type { Fetch } from '#core/ports.ts';
import { type Sandbox, startSandbox } from '#sandbox/index.ts';
import type { TestDesk } from '../../support/desk-core.ts';
import { type FaultyWay, startFaultyWay } from '../../support/shared-desk/faulty-way.ts';
import type { Postgres } from '../../support/shared-desk/postgres.ts';
import { addSeedClients } from '../run-purchases/purchases-desk.ts';
import { type StandingDesk, startStandingDesk } from '../standing/standing-desk.ts';

export const CONTEXT = { timeout: 30_000 };
const PASSPHRASE = 'seven wet lamps under a bridge';
const MINUTE = 60_000;

/** A computer of a shop, with its own connection to the database. */
export interface ShopComputer extends StandingDesk {
  readonly way: FaultyWay;
}

/** Opens computers of one shop at one service, which share a desk when told to. */
export const openShop = async (postgres: Postgres) => {
  const sandbox: Sandbox = await startSandbox({ stateDir: null, withPast: false, control: true, seed: 1 });
  const computers: ShopComputer[] = [];

  const connection = ({ way }: ShopComputer): string => postgres.connection({ port: way.port });
  const state = async (desk: TestDesk) => {
    const found = await desk.call('sharedDesk.state', {});
    if (found.status === 'none') throw new Error('the desk is not shared');
    return found;
  };
  const invite = async (from: ShopComputer, one: ShopComputer) => {
    await from.desk.call('sharedDesk.copyInvitation', { passphrase: PASSPHRASE, repeated: PASSPHRASE });
    const { text = '' } = from.desk.desktop.copied.at(-1) ?? {};
    return one.desk.call('sharedDesk.openInvitation', { text, passphrase: PASSPHRASE });
  };
  const join = async (from: ShopComputer, one: ShopComputer, computer: string, sameReseller = false) => {
    const offer = await invite(from, one);
    await one.desk.call('sharedDesk.join', { offerId: offer.offerId, computer, sameReseller });
    await one.desk.call('sharedDesk.reconnect', { connection: connection(one), anew: false });
    await expect.poll(async () => (await state(one.desk)).status, CONTEXT).toBe('shared');
    return offer;
  };
  const settled = async (): Promise<void> => {
    for (const { desk } of computers) await expect.poll(async () => (await state(desk)).unpublished, CONTEXT).toBe(0);
  };

  return {
    sandbox,
    invite,
    join,
    settled,
    carrier: async ({ desk }: ShopComputer) => (await state(desk)).roles.standing,
    open: async (options: { readonly fetch?: Fetch; readonly signIn?: boolean } = {}): Promise<ShopComputer> => {
      const computer = {
        ...(await startStandingDesk({ sandbox, ...options })),
        way: await startFaultyWay(postgres.port),
      };
      computers.push(computer);
      return computer;
    },
    make: async (one: ShopComputer, computer: string) => {
      await one.desk.call('sharedDesk.make', { connection: connection(one), name: 'The shop', computer });
      await expect.poll(async () => (await state(one.desk)).status, CONTEXT).toBe('shared');
      await one.look();
    },
    /** Cuts the desk off from the others, as when its router is switched off. */
    cut: async ({ way, desk }: ShopComputer) => {
      way.shut(true);
      await expect.poll(async () => (await state(desk)).status, CONTEXT).toBe('offline');
    },
    reach: async ({ way, desk }: ShopComputer) => {
      way.shut(false);
      await desk.call('sharedDesk.retry', {});
      await expect.poll(async () => (await state(desk)).status, CONTEXT).toBe('shared');
    },
    /** Lets a computer take over, as if the one that carries the orders out had been silent for long enough. */
    takeOver: async (computer: ShopComputer) => {
      await postgres.ask('UPDATE reseller_desk.leases SET until = clock_timestamp()');
      computer.clock.skip(6 * MINUTE);
      await computer.look();
    },
    addClients: addSeedClients,
    /** Returns the subscriptions that any computer has asked the service to renew. */
    renewed: async (): Promise<readonly string[]> => {
      const [one] = computers;
      if (one === undefined) return [];
      const asked = await one.desk.control.requests({ method: 'POST', path: '/vpn/renew' });
      return asked.map(({ body }) => String((body as { uuid?: unknown }).uuid)).toSorted();
    },
    close: async () => {
      for (const { desk, way } of computers) {
        await desk.close();
        await way.close();
      }
      await sandbox.close();
    },
  };
};

export type Shop = Awaited<ReturnType<typeof openShop>>;
