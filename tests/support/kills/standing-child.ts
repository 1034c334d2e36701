import { setTimeout } from 'node:timers/promises';
import { buy, lookForADay } from './orders.ts';
import { type ChildReport, childTask, type StandingTask } from './protocol.ts';
import { openQuietCore } from './quiet-core.ts';

/**
 * A core in a process of its own, to be killed while a standing order automatically renews one subscription of each client.
 * Each process resolves the purchases that the previous one left open, and the order goes on.
 */
const task = childTask<StandingTask>();

const { core, call, signIn, clientIds, passDay } = await openQuietCore(task);
const tell = (report: ChildReport): void => {
  process.send?.(report);
};
const all = { offset: 0, limit: 500 } as const;

const saveOrder = (ids: readonly number[]) =>
  call('standing.save', {
    name: 'Killed',
    action: { kind: 'vpn-renew', periodMonths: 1, daysBefore: 27 },
    mode: 'do',
    hours: null,
    targets: { of: 'clients', clientIds: [...ids] },
    ceilingKopecks: 1_000_00,
    monthCapKopecks: 1_000_000_00,
  });

/** Waits until only the user can decide about the items that the order still has. */
const settled = async (orderId: number): Promise<void> => {
  for (;;) {
    const { rows } = await call('standing.occasions', { orderId, show: 'all', ...all });
    const isOver = rows.every(({ state }) => state === 'bought' || state === 'needs-confirmation');
    if (isOver && rows.length === task.clients) return;
    // The change of a setting makes the scheduler look again soon, whatever the order waits for.
    await call('settings.update', { requestsPerSecond: 20 });
    await setTimeout(100);
  }
};

await signIn();
const ids = await clientIds(task.clients);
if (task.part === 'stock') {
  for (const clientId of ids) await buy(call, { kind: 'vpn-buy', clientId, periodMonths: 1 });
} else {
  core.on(({ name }) => {
    if (name === 'purchases.changed') tell({ kind: 'buying' });
  });
  await lookForADay(call, passDay);
  const { rows } = await call('standing.list', all);
  const { id: orderId } = rows[0] ?? (await saveOrder(ids));
  await settled(orderId);
  const history = await call('standing.occasions', { orderId, show: 'all', ...all });
  tell({
    kind: 'settled',
    occasions: history.rows.map(({ clientId, state, purchaseId }) => ({ clientId, state, purchaseId })),
  });
}
await core.close();
