import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import type { TestDesk } from '../../support/desk-core.ts';
import type { LookingClock } from '../../support/looking-clock.ts';
import type { Target } from '../../support/proxies/target.ts';
import { openBackup, saveBackup } from '../backup/backup-desk.ts';
import { openCheckedLists } from './checked-lists-desk.ts';
import { HOUR } from './scheduled-checks-desk.ts';
import type { SwitchedProxy } from './switched-proxies.ts';

const checks = openCheckedLists();
const {
  network,
  loadProxies,
  save,
  get,
  choose,
  checkRuns,
  states,
  lastChecked,
  later,
  nextCheck,
  history,
  found,
  listAlerts,
} = checks;
let desk: TestDesk;
let clock: LookingClock;
let target: Target;
let folder: string;
beforeEach(() => {
  ({ desk, clock, target, folder } = checks.opened());
});

describe('proxies of a list that stop working', () => {
  it('raise one alert for the list, which opens the check, and the alert ends when they work again', async () => {
    const { all, listId } = await loadProxies(4);
    const [first, second, third, never] = all as [SwitchedProxy, SwitchedProxy, SwitchedProxy, SwitchedProxy];
    await save();
    await choose(listId);
    never.works = false;
    await nextCheck(listId);
    expect(await listAlerts()).toEqual([]);

    first.works = false;
    second.works = false;
    await nextCheck(listId);
    const [{ id: runId = 0 } = {}] = await checkRuns();
    await expect
      .poll(listAlerts)
      .toMatchObject([{ stopped: { count: 2, names: [] }, list: { listId, title: 'Shop', runId }, readAt: null }]);
    await expect
      .poll(() => desk.desktop.notices.map(({ title, body }) => [title, body]))
      .toEqual([['Shop', '2 proxies of the list have stopped working.']]);
    expect(await get()).toMatchObject({ lists: [{ stopped: 2, stoppedAt: await lastChecked(listId) }] });
    const { stopped, stoppedAt } = await history(listId);
    expect([stopped, stoppedAt]).toEqual([2, await lastChecked(listId)]);

    // The alert is raised once, and not again while the same proxies do not work.
    await desk.call('alerts.dismiss', {});
    await nextCheck(listId);
    await nextCheck(listId);
    expect(await listAlerts()).toEqual([]);
    expect((await history(listId)).stoppedAt).toBe(stoppedAt);

    // One works again and another stops, so the number is the same.
    first.works = true;
    third.works = false;
    await nextCheck(listId);
    await expect.poll(listAlerts).toMatchObject([{ stopped: { count: 2 }, readAt: null }]);
    second.works = true;
    third.works = true;
    await nextCheck(listId);
    await expect.poll(listAlerts).toEqual([]);
    expect(await history(listId)).toMatchObject({ stopped: 0, stoppedAt: null });
    expect((await found(listId)).toReversed()).toEqual([
      [3, 1],
      [1, 3],
      [1, 3],
      [1, 3],
      [1, 3],
      [3, 1],
    ]);
  });

  it('do not include those through which the address itself refused', async () => {
    const { listId } = await loadProxies(1);
    await save();
    await choose(listId);
    await nextCheck(listId);
    network.targetRefuses = true;
    await nextCheck(listId);
    expect(await history(listId)).toMatchObject({ stopped: 0 });
    expect(await listAlerts()).toEqual([]);
  });

  it('are also found by a check of the user, but not by one with another protocol', async () => {
    const { all, listId } = await loadProxies(1);
    const [proxy] = all as [SwitchedProxy];
    await save();
    await choose(listId);
    await nextCheck(listId);
    const check = async (protocol: 'own' | 'socks5') => {
      const before = await lastChecked(listId);
      const how = { address: target.url, atOnce: 5, timeoutS: 5, slowS: 4 };
      await desk.call('runs.start', { kind: 'check-list', listId, variant: 'domain', protocol, ...how });
      await expect.poll(() => lastChecked(listId)).not.toBe(before);
      await expect.poll(states).not.toContain('running');
    };
    await check('socks5');
    expect(await found(listId)).toEqual([
      [0, 1],
      [1, 0],
    ]);
    expect(await history(listId)).toMatchObject({ stopped: 0 });
    proxy.works = false;
    await check('own');
    await expect.poll(listAlerts).toMatchObject([{ stopped: { count: 1 } }]);
  });

  it('are forgotten with a list that is taken off, or that is in the trash', async () => {
    const { all, listId } = await loadProxies(1);
    const [proxy] = all as [SwitchedProxy];
    await save();
    await choose(listId);
    await nextCheck(listId);
    proxy.works = false;
    await nextCheck(listId);
    await expect.poll(listAlerts).toHaveLength(1);
    const { undoId } = await desk.call('lists.remove', { listIds: [listId] });
    await expect.poll(listAlerts).toEqual([]);
    await desk.call('undo.takeBack', { undoId });
    await expect.poll(listAlerts).toHaveLength(1);
    await desk.call('scheduledChecks.removeLists', { listIds: [listId] });
    await expect.poll(listAlerts).toEqual([]);
    // If it is chosen again, everything begins anew.
    await choose(listId);
    await nextCheck(listId);
    expect(await history(listId)).toMatchObject({ stopped: 0 });
    expect(await listAlerts()).toEqual([]);
  });

  it('have a history of at most 30 checks', async () => {
    const { listId } = await loadProxies(1);
    await save();
    await choose(listId);
    await nextCheck(listId);
    const at = (await lastChecked(listId)) ?? 0;
    const db = openDatabase(`${desk.paths.data}/desk.db`);
    for (let more = 1; more <= 32; more += 1) {
      db.run(`UPDATE lists SET last_check_json = json_set(last_check_json, '$.at', ?) WHERE id = ?`, at + more, listId);
    }
    // The link to a check that is no longer stored is cleared, which must not count as another result.
    db.run(`UPDATE lists SET last_check_json = json_set(last_check_json, '$.runId', NULL) WHERE id = ?`, listId);
    db.close();
    const { checks } = await history(listId);
    expect(checks.map((check) => check.at)).toEqual(Array.from({ length: 30 }, (_, index) => at + 32 - index));
    expect(await desk.callError('lists.checks', { listId: 999_999 })).toMatchObject({ kind: 'not-found' });
  });
});

describe('a desk that was restored', () => {
  it('checks no list before the user allows it, and then only lists that fall due', async () => {
    const { all, listId } = await loadProxies(1);
    const [proxy] = all as [SwitchedProxy];
    await save();
    await choose(listId);
    const path = join(folder, 'desk.rdbackup');
    await saveBackup(desk, path);
    const { offerId } = await openBackup(desk, path);
    await desk.call('backup.restore', { offerId });
    await desk.call('account.signInSandbox', {});
    expect(await get()).toMatchObject({ nextAt: null, lists: [{ obstacle: 'restored' }] });
    const held = (await get()).lists[0]?.listId ?? 0;
    await later(13 * HOUR);
    expect(await checkRuns()).toEqual([]);
    expect(await desk.call('scheduledChecks.releaseLists', {})).toMatchObject({
      lists: [{ listId: held, obstacle: null }],
    });
    await clock.look(desk);
    expect(await checkRuns()).toEqual([]);
    await nextCheck(held);
    expect(proxy.asked).toBe(1);
  });
});
