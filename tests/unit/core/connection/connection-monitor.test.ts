import { afterEach, describe, expect, it, vi } from 'vitest';
import { createConnectionMonitor } from '#core/service/connection/connection-feature.ts';
import type { ConnectionState } from '#shared/contract/connection.ts';
import { DeskError, type ErrorKind } from '#shared/result.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const answered = { reached: true, status: 200, kind: 'ok', clockAheadMs: null } as const;
const unreached = (kind: ErrorKind) => ({ reached: false, status: null, kind, clockAheadMs: null });

const open: { close(): void }[] = [];
afterEach(() => {
  for (const monitor of open.splice(0)) monitor.close();
});

const setUp = () => {
  const clock = createFakeClock();
  let network: ErrorKind | null = null;
  const probe = vi.fn(async () => {
    if (network !== null) throw new DeskError(network, 'probe');
  });
  const emitted: ConnectionState[] = [];
  const onTokenRejected = vi.fn();
  const monitor = createConnectionMonitor({ clock, probe, emit: (state) => emitted.push(state), onTokenRejected });
  open.push(monitor);
  return {
    clock,
    probe,
    monitor,
    onTokenRejected,
    emitted,
    statuses: () => emitted.map((state) => state.status),
    setNetwork: (kind: ErrorKind | null) => {
      network = kind;
    },
  };
};

describe('the connection monitor', () => {
  it('knows nothing at first, and learns from the first answer', () => {
    const { clock, monitor, statuses } = setUp();
    const start = clock.now();
    expect(monitor.state()).toEqual({ status: 'unknown', since: start, lastSuccessAt: null });
    monitor.report(answered);
    expect(monitor.state()).toEqual({ status: 'online', since: start, lastSuccessAt: start });
    expect(statuses()).toEqual(['online']);
  });

  it('takes a refusal or a server error as a sign that the network works', () => {
    const { monitor } = setUp();
    monitor.report({ reached: true, status: 500, kind: 'server', clockAheadMs: null });
    expect(monitor.state().status).toBe('online');
  });

  it('says "online" once a minute, so that the age shown is the age of the last answer', async () => {
    const { clock, monitor, emitted } = setUp();
    monitor.report(answered);
    monitor.report(answered);
    const since = clock.now();
    expect(emitted).toEqual([{ status: 'online', since, lastSuccessAt: since }]);
    await clock.advance(60_000);
    monitor.report(answered);
    monitor.report(answered);
    expect(emitted.slice(1)).toEqual([{ status: 'online', since, lastSuccessAt: since + 60_000 }]);
    expect(monitor.state()).toEqual({ status: 'online', since, lastSuccessAt: since + 60_000 });
  });

  it('probes at growing intervals while offline, and notices the return', async () => {
    const { clock, monitor, probe, statuses, setNetwork } = setUp();
    setNetwork('offline');
    monitor.report(unreached('offline'));
    expect(monitor.state().status).toBe('offline');
    const times: number[] = [];
    const start = clock.now();
    probe.mockImplementation(async () => {
      times.push((clock.now() - start) / 1_000);
      throw new DeskError('offline', 'probe');
    });
    await clock.advance(110_000);
    expect(times).toEqual([3, 9, 21, 45, 75, 105]);
    probe.mockImplementation(async () => {});
    await clock.advance(30_000);
    expect(statuses()).toEqual(['offline', 'online']);
    await clock.advance(600_000);
    expect(probe).toHaveBeenCalledTimes(7);
  });

  it('starts again from the short interval after a second loss', async () => {
    const { clock, monitor, probe, setNetwork } = setUp();
    setNetwork('offline');
    monitor.report(unreached('offline'));
    await clock.advance(50_000);
    monitor.report(answered);
    monitor.report(unreached('offline'));
    probe.mockClear();
    await clock.advance(3_000);
    expect(probe).toHaveBeenCalledTimes(1);
  });

  it('does not call one slow answer an outage, but probes', async () => {
    const { clock, monitor, probe, setNetwork } = setUp();
    monitor.report(answered);
    monitor.report(unreached('timeout'));
    await clock.settle();
    expect(probe).toHaveBeenCalledTimes(1);
    expect(monitor.state().status).toBe('online');
    setNetwork('timeout');
    monitor.report(unreached('timeout'));
    await clock.settle();
    expect(monitor.state().status).toBe('offline');
  });

  it('does not believe a failed probe while other calls are answered', async () => {
    const { clock, monitor, probe, statuses } = setUp();
    monitor.report(answered);
    const failing: (() => void)[] = [];
    probe.mockImplementation(
      () => new Promise<void>((_, reject) => failing.push(() => reject(new DeskError('timeout', 'probe')))),
    );
    monitor.report(unreached('timeout'));
    monitor.report(answered);
    failing[0]?.();
    await clock.settle();
    expect(statuses()).toEqual(['online']);
    monitor.report(unreached('timeout'));
    failing[1]?.();
    await clock.settle();
    expect(statuses()).toEqual(['online', 'offline']);
  });

  it('checks on demand, once for all simultaneous requests', async () => {
    const { monitor, probe, setNetwork } = setUp();
    setNetwork('rejected');
    const [first, second] = await Promise.all([monitor.check(), monitor.check()]);
    expect(first.status).toBe('online');
    expect(second).toBe(first);
    expect(probe).toHaveBeenCalledTimes(1);
  });

  it('reports a rejected token after a 401 and after nothing else', () => {
    const { monitor, onTokenRejected } = setUp();
    monitor.report({ reached: true, status: 403, kind: 'forbidden', clockAheadMs: null });
    monitor.report(unreached('offline'));
    expect(onTokenRejected).not.toHaveBeenCalled();
    monitor.report({ reached: true, status: 401, kind: 'unauthorized', clockAheadMs: null });
    expect(onTokenRejected).toHaveBeenCalledTimes(1);
  });

  it('sends nothing after it is closed, and leaves no timer behind', async () => {
    const { clock, monitor, probe, statuses, setNetwork } = setUp();
    setNetwork('offline');
    monitor.report(unreached('offline'));
    await clock.settle();
    monitor.close();
    await clock.settle();
    expect(clock.sleeping()).toBe(0);
    monitor.report(answered);
    await clock.advance(60_000);
    expect(statuses()).toEqual(['offline']);
    expect(probe).not.toHaveBeenCalled();
  });
});
