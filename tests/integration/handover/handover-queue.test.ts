import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownTemplate } from '#core/views/handover/templates.ts';
import type { HandoverDetail, HandoverTurn, Run } from '#shared/contract/runs.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { createVpnActions } from '../vpn/vpn-desk.ts';

let desk: TestDesk;
beforeEach(async () => {
  desk = await startTestDesk();
  await desk.control.setBalance(1_000_000);
});
afterEach(() => desk.close());

let nextId = 8_000_000;
const addClient = async (name: string): Promise<number> => {
  nextId += 1;
  return (await desk.call('clients.add', { messengerId: nextId, clientKey: name, name, note: '', tags: [] })).id;
};
const addWithVpn = async (name: string): Promise<{ id: number; uuid: string }> => {
  const id = await addClient(name);
  const actions = createVpnActions(desk);
  await actions.buy(id, 1);
  const { subscriptions } = await actions.refresh(id);
  return { id, uuid: subscriptions[0]?.uuid ?? '' };
};
const get = async (runId: number): Promise<Run & HandoverDetail> => {
  const { detail, ...run } = await desk.call('runs.get', { runId });
  if (detail?.of !== 'handover') throw new Error('that is not a queue');
  return { ...run, ...detail };
};
const start = async (clientIds: number[]): Promise<Run & HandoverDetail> =>
  get((await desk.call('runs.start', { kind: 'handover', clientIds }))?.id ?? 0);
const copy = (clientId: number, uuid: string, turn: HandoverTurn) =>
  desk.call('handover.copy', {
    clientId,
    language: 'en',
    template: ownTemplate('en'),
    uuids: [uuid],
    listIds: [],
    dedicated: false,
    turn,
  });
const statesOf = async (runId: number) =>
  (await desk.call('runs.lines', { runId, offset: 0, limit: 100 })).rows.map(({ state }) => state);
const eventsOf = async (clientId: number) =>
  (await desk.call('purchases.timeline', { clientId, offset: 0, limit: 50 })).rows.flatMap((row) =>
    row.kind === 'event' ? [row.event.name] : [],
  );

describe('a hand-over queue', () => {
  it('leaves out who has nothing, and remembers after a restart who is next', async () => {
    const anna = await addWithVpn('Anna');
    const nobody = await addClient('Nobody');
    const boris = await addWithVpn('Boris');
    const queue = await start([anna.id, nobody, boris.id, 999_999, anna.id]);
    expect(queue).toMatchObject({
      kind: 'handover',
      state: 'paused',
      total: 4,
      done: 2,
      counts: { waiting: 2, nothing: 1, removed: 1 },
      current: { line: 0, clientId: anna.id, clientName: 'Anna' },
    });
    await copy(anna.id, anna.uuid, { runId: queue.id, line: 0 });
    expect(await eventsOf(anna.id)).toContain('handed-over');
    await desk.restart();
    expect(await get(queue.id)).toMatchObject({ state: 'paused', current: { line: 2, clientId: boris.id } });
    await copy(boris.id, boris.uuid, { runId: queue.id, line: 2 });
    const over = await get(queue.id);
    expect(over).toMatchObject({ state: 'done', current: null, counts: { done: 2 } });
    expect(over.finishedAt).not.toBeNull();
    expect(await statesOf(queue.id)).toEqual(['done', 'nothing', 'done', 'removed']);
  });

  it('skips a client once, however often it is asked, and brings the skipped ones back', async () => {
    const anna = await addWithVpn('Anna');
    const boris = await addWithVpn('Boris');
    const { id: runId } = await start([anna.id, boris.id]);
    await Promise.all([0, 1].map(() => desk.call('runs.skipHandover', { runId, line: 0 })));
    expect(await statesOf(runId)).toEqual(['skipped', 'waiting']);
    await desk.call('runs.skipHandover', { runId, line: 1 });
    expect((await desk.callError('runs.skipHandover', { runId, line: 1 })).details?.code).toBe('run-over');
    expect(await get(runId)).toMatchObject({ state: 'done', counts: { skipped: 2 } });
    expect(await desk.call('runs.resume', { runId, retry: true })).toMatchObject({ state: 'paused', done: 0 });
    expect(await eventsOf(anna.id)).not.toContain('handed-over');
    await desk.call('runs.cancel', { runId });
    await copy(anna.id, anna.uuid, { runId, line: 0 });
    expect(await statesOf(runId)).toEqual(['waiting', 'waiting']);
    expect((await desk.callError('runs.resume', { runId, retry: true })).details?.code).toBe('run-nothing-left');
  });

  it('ends the turn of no other client', async () => {
    const anna = await addWithVpn('Anna');
    const boris = await addWithVpn('Boris');
    const { id: runId } = await start([anna.id, boris.id]);
    await copy(boris.id, boris.uuid, { runId, line: 0 });
    expect(await statesOf(runId)).toEqual(['waiting', 'waiting']);
  });

  it('is over at once if nobody has anything', async () => {
    const queue = await start([await addClient('Nobody')]);
    expect(queue).toMatchObject({ state: 'done', current: null, counts: { nothing: 1 } });
  });

  it('is not made from a run that has bought nothing', async () => {
    const anna = await addWithVpn('Anna');
    const { id: runId } = await start([anna.id]);
    expect((await desk.callError('runs.start', { kind: 'handover-of-run', runId })).details?.code).toBe(
      'handover-nobody',
    );
  });
});
