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
  bus.onSignal('goods.read', listener);
  bus.signal('goods.read', { accountId: 'a', clientId: 7 });
  expect(listener).toHaveBeenCalledExactlyOnceWith({ accountId: 'a', clientId: 7 });
  expect(tellPages).not.toHaveBeenCalled();
});

it('tells a listener of every event of the contract but the one that it leaves out, and of no signal', () => {
  const { bus } = setUp();
  const listener = vi.fn();
  bus.onChangesBut('undo.changed', listener);
  bus.signal('goods.read', { accountId: 'a', clientId: 7 });
  bus.emit('undo.changed', {});
  expect(listener).not.toHaveBeenCalled();
  bus.emit('vpn.changed', { clientId: 7 });
  bus.emit('trash.changed', {});
  expect(listener).toHaveBeenCalledTimes(2);
});

it('continues with the other listeners when one throws, and logs only the name of the error', () => {
  const { bus, error } = setUp();
  const listener = vi.fn();
  bus.onSignal('sales.written', () => {
    throw new TypeError('a secret');
  });
  bus.onSignal('sales.written', listener);
  bus.signal('sales.written', {});
  expect(listener).toHaveBeenCalledOnce();
  expect(error.mock.calls).toEqual([['a listener failed', { name: 'sales.written', error: 'TypeError' }]]);
});
