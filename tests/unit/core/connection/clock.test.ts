import { afterEach, expect, it, vi } from 'vitest';
import { createBus } from '#core/bus.ts';
import { type ConnectionFeature, createConnection } from '#core/service/connection/connection-feature.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const HOUR = 3_600_000;

const open: ConnectionFeature[] = [];
afterEach(() => {
  for (const connection of open.splice(0)) connection.close();
});

const setUp = () => {
  const emit = vi.fn();
  const api = () => Promise.reject(new Error('nothing is asked here'));
  const bus = createBus(emit, { error: vi.fn() });
  const connection = createConnection({ clock: createFakeClock(), bus, api });
  open.push(connection);
  const told = () =>
    emit.mock.calls.filter(([name]) => name === 'connection.clockChanged').map(([, state]) => state.aheadMs);
  const answer = (clockAheadMs: number | null) =>
    connection.report({ reached: true, status: 200, kind: 'ok', clockAheadMs });
  return { answer, told, state: () => connection.handlers['connection.clock']({}), bus };
};

it('a clock that agrees with the service is not mentioned, and an answer without a time proves nothing', () => {
  const { answer, told, state } = setUp();
  answer(null);
  answer(30_000);
  answer(-10 * 60_000);
  expect(told()).toEqual([]);
  expect(state()).toEqual({ aheadMs: null });
});

it('a wrong clock is reported once, stays reported while answers carry no time, and is cleared once it is set right', () => {
  const { answer, told, state } = setUp();
  answer(-5 * HOUR);
  answer(-5 * HOUR - 900);
  answer(null);
  expect(told()).toEqual([-5 * HOUR]);
  expect(state()).toEqual({ aheadMs: -5 * HOUR });
  answer(1_000);
  expect(told()).toEqual([-5 * HOUR, null]);
});

it('the difference is forgotten when another account is opened', () => {
  const { answer, told, bus } = setUp();
  answer(3 * HOUR);
  bus.signal('account.opened', {});
  expect(told()).toEqual([3 * HOUR, null]);
});
