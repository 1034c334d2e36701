import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import {
  type HostileProxy,
  leadsTo,
  leadsToRaw,
  PLAYS,
  type Play,
  SOCKS_PLAYS,
  startHostile,
} from '../../support/proxies/hostile.ts';
import {
  hasDebianProxies,
  LOGIN,
  PASSWORD,
  type RunningProxy,
  startMicrosocks,
  startProxyChain,
} from '../../support/proxies/real.ts';
import { filesWith } from '../../support/secret-search.ts';
import { type ChecksDesk, startChecksDesk } from './checks-desk.ts';

let desk: ChecksDesk;
let proxies: RunningProxy[];
beforeEach(async () => {
  desk = await startChecksDesk();
  proxies = [];
});
afterEach(async () => {
  await desk.close();
  for (const proxy of proxies) await proxy.close();
});

const kept = async <T extends RunningProxy>(started: Promise<T>): Promise<T> => {
  const proxy = await started;
  proxies.push(proxy);
  return proxy;
};
const hostile = (play: Play): Promise<HostileProxy> => kept(startHostile(play));
const lineOf = ({ port }: RunningProxy, password = PASSWORD): string => `127.0.0.1:${port}:${LOGIN}:${password}`;
/** Starts a real proxy behind a gate that can hold its connections. */
const gated = async (start: () => Promise<RunningProxy> = startProxyChain) => {
  const gate = { isOpen: false, waiting: [] as (() => void)[] };
  const real = await kept(start());
  const proxy = await hostile((socket) => {
    socket.once('data', (first) => {
      const go = () => leadsToRaw(real.port, first)(socket);
      if (gate.isOpen) go();
      else gate.waiting.push(go);
    });
  });
  return {
    proxy,
    open: () => {
      gate.isOpen = true;
      for (const go of gate.waiting.splice(0)) go();
    },
    held: () => gate.waiting.length,
  };
};
/** One proxy was found to work, and five are held. */
const halfChecked = async () => {
  const { proxy, open, held } = await gated();
  const good = await kept(startProxyChain());
  const listId = await desk.load([lineOf(good), ...Array(5).fill(lineOf(proxy))].join('\n'));
  const { id: runId } = await desk.start(listId, { timeoutS: 60 });
  await expect.poll(held).toBe(5);
  await expect.poll(async () => (await desk.get(runId)).counts.alive).toBe(1);
  return { proxy, open, runId };
};

describe('checks of several lists', () => {
  it('run one after the other, because two at once would slow each other down', async () => {
    const { runId: first, open } = await halfChecked();
    const good = await kept(startProxyChain());
    const lists = [await desk.load(lineOf(good), 'Second.txt'), await desk.load(lineOf(good), 'Third.txt')];
    const others: number[] = [];
    for (const listId of lists) others.push((await desk.start(listId)).id);
    for (const runId of others) {
      await expect.poll(async () => (await desk.get(runId)).waitingFor).toBe('turn');
      expect((await desk.get(runId)).counts.waiting).toBe(1);
    }
    // A waiting check can be cancelled.
    const [second = 0, third = 0] = others;
    await desk.call('runs.cancel', { runId: second });
    expect(await desk.get(third)).toMatchObject({ state: 'running', waitingFor: 'turn' });
    open();
    expect((await desk.ended(first)).counts.alive).toBe(6);
    await expect.poll(async () => (await desk.get(third)).state).toBe('done');
    expect((await desk.get(third)).counts.alive).toBe(1);
  });
});

describe('checking a list', () => {
  it('reports for each line whether it works, and stores that with the list', async () => {
    const good = await kept(startProxyChain());
    const silent = await hostile(PLAYS.silent);
    const lines = [lineOf(good), lineOf(good, 'wrong'), lineOf(silent), 'no proxy at all', lineOf(good)];
    const listId = await desk.load(lines.join('\n'));

    const run = await desk.ended((await desk.start(listId, { timeoutS: 8, slowS: 8 })).id);

    expect(run).toMatchObject({ kind: 'check', state: 'done', done: 5, total: 5, targetId: listId, listId });
    expect(run.subject).toEqual({ what: 'check', list: 'Прокси', proxies: 4 });
    const counts = { waiting: 0, alive: 2, slow: 0, refused: 1, dead: 1, unreadable: 1 };
    expect(run.counts).toEqual(counts);
    expect(
      (await desk.linesOf(run.id)).map(({ line, state, reason, exitIp, exitCountry }) => [
        line,
        state,
        reason,
        exitIp,
        exitCountry,
      ]),
    ).toEqual([
      [0, 'alive', null, '203.0.113.7', 'DE'],
      [1, 'refused', 'password', null, null],
      [2, 'dead', 'timeout-proxy', null, null],
      [3, 'unreadable', 'line', null, null],
      [4, 'alive', null, '203.0.113.7', 'DE'],
    ]);
    expect((await desk.linesOf(run.id, ['refused', 'dead'])).map(({ line }) => line)).toEqual([1, 2]);
    const slowestFirst = await desk.linesOf(run.id, [], { by: 'time', direction: 'desc' });
    expect(slowestFirst.map(({ line }) => line).slice(2)).toEqual([1, 2, 3]);
    expect(new Set(slowestFirst.slice(0, 2).map(({ line }) => line))).toEqual(new Set([0, 4]));
    const list = await desk.call('lists.get', { listId });
    expect(list.lastCheck).toMatchObject({ runId: run.id, counts });
    // The list stays unchanged.
    const { lines: stored } = await desk.call('lists.lines', {
      listId,
      variant: 'domain',
      formatId: 1,
      reveal: true,
      offset: 0,
      limit: 10,
    });
    expect(stored).toEqual(lines);
  });

  it.skipIf(!hasDebianProxies)('uses SOCKS5 when told to', async () => {
    const socks = await kept(startMicrosocks());
    const listId = await desk.load(`${LOGIN}:${PASSWORD}@127.0.0.1:${socks.port}\n`);
    const run = await desk.ended((await desk.start(listId, { protocol: 'socks5' })).id);
    expect(run.counts).toMatchObject({ alive: 1 });
  });

  it('makes a list of the working proxies, which counts as checked, and another without the slow ones', async () => {
    const good = await kept(startProxyChain());
    const dead = await hostile(PLAYS.resets);
    const listId = await desk.load([lineOf(dead), lineOf(good), lineOf(good, 'wrong'), lineOf(good)].join('\r\n'));
    const run = await desk.ended((await desk.start(listId)).id);

    const made = await desk.call('runs.keepWorking', { runId: run.id, fastOnly: false });

    expect(made.lines).toBe(2);
    const list = await desk.call('lists.get', { listId: made.listId });
    expect(list).toMatchObject({ title: 'Прокси · рабочие', state: 'complete', domainLines: 2, issues: [] });
    expect(list.lastCheck).toMatchObject({ counts: { alive: 2, dead: 0, refused: 0 } });
    const shown = { listId: made.listId, variant: 'domain', formatId: 1, reveal: true, offset: 0, limit: 10 } as const;
    expect((await desk.call('lists.lines', shown)).lines).toEqual([lineOf(good), lineOf(good)]);
    expect(await desk.call('lists.copy', { listId: made.listId, variant: 'domain', formatId: 2 })).toEqual({
      lines: 2,
    });

    const none = await desk.load(lineOf(dead), 'dead.txt');
    const empty = await desk.ended((await desk.start(none)).id);
    const error = await desk.callError('runs.keepWorking', { runId: empty.id, fastOnly: true });
    expect(error).toMatchObject({ kind: 'conflict', details: { code: 'check-none-work' } });
  });

  it('reveals no password in results, report, errors or log', async () => {
    const secret = 'Zx-hidden-41';
    const plays = [...Object.values(PLAYS), ...Object.values(SOCKS_PLAYS)] as readonly Play[];
    const all = await Promise.all(plays.map(hostile));
    const listId = await desk.load(all.map((proxy) => lineOf(proxy, secret)).join('\n'));
    for (const protocol of ['http', 'socks5'] as const) {
      const run = await desk.ended((await desk.start(listId, { protocol, timeoutS: 2 })).id);
      expect(run.counts.waiting).toBe(0);
      expect(JSON.stringify(await desk.linesOf(run.id))).not.toContain(secret);
      const path = join(desk.folder, `${protocol}.csv`);
      desk.dialogs.saveQueue.push(path);
      const report = await desk.call('runs.report', { runId: run.id, language: 'ru' });
      expect(report?.rows).toBe(all.length);
      expect(await readFile(path, 'utf8')).toContain('127.0.0.1');
    }
    expect(await filesWith(desk.folder, secret)).toEqual([join(desk.folder, 'Прокси.txt')]);
    expect(JSON.stringify(desk.log)).not.toContain(secret);
    expect(JSON.stringify(desk.events)).not.toContain(secret);
    expect(desk.log.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

describe('a check that is stopped', () => {
  it('closes its connections, and resumes with the remaining lines', async () => {
    const { proxy, open, held } = await gated();
    const good = await kept(startProxyChain());
    const listId = await desk.load([lineOf(good), ...Array(30).fill(lineOf(proxy))].join('\n'));
    const { id: runId } = await desk.start(listId, { atOnce: 10, timeoutS: 60 });
    await expect.poll(held).toBe(10);

    expect(await desk.call('runs.pause', { runId })).toMatchObject({ state: 'paused', done: 1 });
    await expect.poll(proxy.open).toBe(0);
    expect((await desk.get(runId)).counts).toMatchObject({ waiting: 30, alive: 1 });

    open();
    desk.clearEvents();
    await desk.call('runs.resume', { runId });
    expect((await desk.ended(runId)).counts).toMatchObject({ waiting: 0, alive: 31 });
  });

  it('can be cancelled for good: results stay, and the other lines are not checked any more', async () => {
    const { proxy, open, runId } = await halfChecked();
    expect(await desk.call('runs.cancel', { runId })).toMatchObject({ state: 'cancelled', done: 1 });
    await expect.poll(proxy.open).toBe(0);
    open();
    expect(await desk.callError('runs.resume', { runId })).toMatchObject({ details: { code: 'run-nothing-left' } });
    expect((await desk.get(runId)).counts).toMatchObject({ waiting: 5, alive: 1 });
  });

  it('is interrupted by the end of the app, and resumes where it was', async () => {
    const { proxy, open, runId } = await halfChecked();

    await desk.restart();
    expect(await desk.get(runId)).toMatchObject({ state: 'interrupted', counts: { waiting: 5, alive: 1 } });
    await expect.poll(proxy.open).toBe(0);
    open();
    desk.clearEvents();
    await desk.call('runs.resume', { runId });
    expect((await desk.ended(runId)).counts).toMatchObject({ waiting: 0, alive: 6 });
  });

  it('checks failed lines once more, and only those', async () => {
    const good = await kept(startProxyChain());
    const listId = await desk.load([lineOf(good), lineOf(good, 'wrong')].join('\n'));
    const { id: runId } = await desk.ended((await desk.start(listId)).id);
    await good.close();
    desk.clearEvents();
    await desk.call('runs.resume', { runId, retry: true });
    await desk.ended(runId);
    expect((await desk.linesOf(runId)).map(({ state, reason }) => [state, reason])).toEqual([
      ['alive', null],
      ['dead', 'connection-refused'],
    ]);
    await desk.call('lists.remove', { listIds: [listId] });
    expect(await desk.callError('runs.resume', { runId, retry: true })).toMatchObject({ kind: 'not-found' });
    expect((await desk.get(runId)).listId).toBeNull();
    expect((await desk.linesOf(runId)).map(({ state }) => state)).toEqual(['alive', 'dead']);
  });

  it('replaces the previous check of the list', async () => {
    const good = await kept(startProxyChain());
    const listId = await desk.load(lineOf(good));
    const first = await desk.ended((await desk.start(listId)).id);
    const second = await desk.ended((await desk.start(listId)).id);
    expect(second.id).toBeGreaterThan(first.id);
    expect(await desk.callError('runs.get', { runId: first.id })).toMatchObject({ kind: 'not-found' });
  });

  it.skipIf(!hasDebianProxies)('continues as it began when its list is removed in the meantime', async () => {
    const { proxy, open, held } = await gated(startMicrosocks);
    const listId = await desk.load([lineOf(proxy), lineOf(proxy)].join('\n'));
    // The list looks as if it had been generated for SOCKS5.
    const db = openDatabase(join(desk.paths.data, 'desk.db'));
    db.run("UPDATE lists SET recipe_json = json_set(recipe_json, '$.protocol', 'socks5')");
    db.close();
    const { id: runId } = await desk.start(listId, { atOnce: 1, timeoutS: 60, slowS: 60 });
    await expect.poll(held).toBe(1);
    await desk.call('lists.remove', { listIds: [listId] });
    open();
    expect((await desk.ended(runId)).counts).toMatchObject({ alive: 2 });
  });

  it('is deleted with its list, once the list can no longer be restored', async () => {
    const good = await kept(startProxyChain());
    const [listId, other] = [await desk.load(lineOf(good)), await desk.load(lineOf(good), 'other.txt')];
    const { id: runId } = await desk.ended((await desk.start(listId)).id);
    const { id: otherRun } = await desk.ended((await desk.start(other)).id);
    await desk.call('lists.remove', { listIds: [listId] });
    expect(await desk.linesOf(runId)).toHaveLength(1);
    await desk.call('trash.delete', { kind: 'list', ids: [listId] });
    await desk.restart();
    await desk.call('settings.get', {});
    await expect.poll(() => desk.callRaw('runs.get', { runId })).toMatchObject({ ok: false });
    expect(await desk.linesOf(otherRun)).toHaveLength(1);
  });

  it('cannot run twice on one list', async () => {
    const { proxy, open } = await gated();
    const listId = await desk.load(lineOf(proxy));
    const { id } = await desk.start(listId);
    const again = { kind: 'check-list', listId, variant: 'domain', address: desk.target.url, protocol: 'own' } as const;
    const asked = { ...again, atOnce: 1, timeoutS: 5, slowS: 1 };
    expect(await desk.callError('runs.start', asked)).toMatchObject({ details: { code: 'check-running' } });
    open();
    await desk.ended(id);
  });
});

describe('the settings of a check', () => {
  it('are refused field by field', async () => {
    const listId = await desk.load('127.0.0.1:1:a:b');
    const asked = { kind: 'check-list', listId, variant: 'domain', protocol: 'own' } as const;
    const wrong = { address: 'http://example.com', atOnce: 501, timeoutS: 1.5, slowS: 0 };
    const { details } = await desk.callError('runs.start', { ...asked, ...wrong });
    expect(details?.problems?.map(({ field, code }) => [field, code])).toEqual([
      ['address', 'check-address'],
      ['atOnce', 'out-of-range'],
      ['timeoutS', 'not-whole'],
      ['slowS', 'out-of-range'],
    ]);
    const secret = { ...wrong, address: 'https://me:pass@example.com', atOnce: 1, timeoutS: 2, slowS: 1 };
    expect((await desk.callError('runs.start', { ...asked, ...secret })).details?.problems).toMatchObject([
      { field: 'address', code: 'check-address' },
    ]);
    const other = { ...secret, address: desk.target.url, variant: 'ip' } as const;
    expect(await desk.callError('runs.start', { ...asked, ...other })).toMatchObject({ details: { code: 'no-lines' } });
  });
});

describe('2,000 lines', () => {
  it('are checked with no more open connections than allowed, and each of them once', async () => {
    let [most, asked] = [0, 0];
    // One in ten proxies works; most of the time goes into these.
    const proxy = await hostile((socket) => {
      asked += 1;
      most = Math.max(most, proxy.open());
      if (asked % 10 === 0) leadsTo(desk.target.port)(socket);
      else PLAYS['forbids it'](socket);
    });
    const listId = await desk.load(Array.from({ length: 2_000 }, (_, index) => lineOf(proxy, `p${index}`)).join('\n'));
    const run = await desk.ended((await desk.start(listId, { atOnce: 50, timeoutS: 60, slowS: 60 })).id);
    expect(run.counts).toMatchObject({ alive: 200, refused: 1_800 });
    expect(asked).toBe(2_000);
    // A finished connection closes a moment after the next one opens.
    expect(most).toBeLessThanOrEqual(100);
  });
});
