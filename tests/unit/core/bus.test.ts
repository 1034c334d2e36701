import { expect, it, vi } from 'vitest';
import { createBus } from '#core/bus.ts';

const setUp = () => {
  const tellPages = vi.fn();
  const error = vi.fn();
  return { bus: createBus(tellPages, { error }), tellPages, error };
};

it('sends an event of the contract to the pages first and then to the features, in the order of their subscription', () => {
  const { bus, tellPages } = setUp();
  const order: string[] = [];
  tellPages.mockImplementation(() => order.push('pages'));
  bus.on('vpn.changed', ({ clientId }) => order.push(`first ${clientId}`));
  bus.on('vpn.changed', ({ clientId }) => order.push(`second ${clientId}`));
  bus.on('premium.changed', () => order.push('another event'));
  bus.emit('vpn.changed', { clientId: 7 });
  expect(order).toEqual(['pages', 'first 7', 'second 7']);
  expect(tellPages).toHaveBeenCalledExactlyOnceWith('vpn.changed', { clientId: 7 });
});

it('keeps the events of the core from the pages', () => {
  const { bus, tellPages } = setUp();
  const listener = vi.fn();
  const observer = vi.fn();
  bus.onSignal('goods.read', listener);
  bus.onEveryChange(observer);
  bus.signal('goods.read', { accountId: 'a', clientId: 7 });
  expect(listener).toHaveBeenCalledExactlyOnceWith({ accountId: 'a', clientId: 7 });
  bus.emit('vpn.changed', { clientId: 7 });
  expect(observer.mock.calls).toEqual([['vpn.changed']]);
  expect(tellPages).toHaveBeenCalledOnce();
});

it('continues with the other listeners when one throws, and logs only the name of the error', () => {
  const { bus, error } = setUp();
  const listener = vi.fn();
  bus.onSignal('due.changed', () => {
    throw new TypeError('a secret');
  });
  bus.onSignal('due.changed', listener);
  bus.signal('due.changed', {});
  expect(listener).toHaveBeenCalledOnce();
  expect(error.mock.calls).toEqual([['a listener failed', { name: 'due.changed', error: 'TypeError' }]]);
});
