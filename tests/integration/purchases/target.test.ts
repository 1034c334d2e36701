import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '#shared/contract/purchases.ts';
import type { AppError } from '#shared/result.ts';
import { callAsColleague } from '../../support/colleague.ts';
import { createLateService, type LateService } from '../../support/late-service.ts';
import { PATHS, type ResolverDesk, startResolverDesk } from './resolver-desk.ts';

/** The app pays for exactly the agreed target, or sends nothing. */
let service: LateService;
let desk: ResolverDesk;
beforeEach(async () => {
  service = createLateService();
  desk = await startResolverDesk({ fetch: service.fetch });
});
afterEach(() => desk.close());

const PAIR = { messenger_id: 7_000_000_001, client_key: 'resolver' } as const;
const DAY = 86_400_000;

const chargesOf = async (kind: Order['kind']): Promise<number> =>
  (await desk.control.requests({ method: 'POST', path: PATHS[kind] })).length;

const offer = (order: Order) => desk.call('purchases.offer', { order });
const confirm = ({ offerId, priceKopecks }: { offerId: number; priceKopecks: number }, despite: number[] = []) =>
  desk.call('purchases.confirm', { offerId, priceKopecks, despite });
const refused = ({ offerId, priceKopecks }: { offerId: number; priceKopecks: number }): Promise<AppError> =>
  desk.callError('purchases.confirm', { offerId, priceKopecks });

const endOf = async (): Promise<number> => {
  const { subscriptions } = await desk.call('vpn.state', { clientId: desk.clientId });
  return subscriptions[0]?.expiresAt ?? 0;
};

const uuidOf = (order: Order): string => (order.kind === 'vpn-renew' ? order.uuid : '');

describe('a renewal', () => {
  it('is offered with the end that the user saw', async () => {
    const order = await desk.order('vpn-renew');
    expect((await offer(order)).target).toEqual({
      messengerId: 7_000_000_001,
      clientKey: 'resolver',
      ends: [{ id: uuidOf(order), endsAt: await endOf() }],
    });
  });

  it('is not paid if another computer has renewed in the meantime, and both ends are shown', async () => {
    const order = await desk.order('vpn-renew');
    const seen = await endOf();
    const agreed = await offer(order);
    await callAsColleague(desk.sandbox, '/vpn/renew', { ...PAIR, uuid: uuidOf(order), period_months: 1 });
    const before = await chargesOf('vpn-renew');

    const error = await refused(agreed);
    expect(error).toMatchObject({
      kind: 'target-changed',
      details: { params: { what: 'end', before: seen, ends: 1 } },
    });
    const { after, offerId, priceKopecks } = error.details?.params ?? {};
    expect(Number(after) - seen).toBeGreaterThan(27 * DAY);
    expect(await chargesOf('vpn-renew')).toBe(before);

    // The new offer is for the end that exists now.
    const bought = await confirm({ offerId: Number(offerId), priceKopecks: Number(priceKopecks) });
    expect(bought).toMatchObject({ outcome: 'charged', basis: 'answer' });
  });

  it('that is confirmed twice is paid once', async () => {
    const order = await desk.order('vpn-renew');
    const [first, second] = [await offer(order), await offer(order)];
    const before = await chargesOf('vpn-renew');
    await confirm(first);
    expect(await refused(second)).toMatchObject({ kind: 'target-changed' });
    expect(await chargesOf('vpn-renew')).toBe(before + 1);
  });
});

describe('an order for a client whose pair was corrected in the meantime', () => {
  it.each(['traffic', 'vpn-buy', 'dedicated'] as const)(
    'for %s is not paid, because the form shows another client',
    async (kind) => {
      const agreed = await offer(await desk.order(kind));
      const { name, note, tags } = await desk.call('clients.get', { clientId: desk.clientId });
      const pair = { messengerId: 7_000_000_002, clientKey: 'other' };
      await desk.call('clients.update', { clientId: desk.clientId, ...pair, name, note, tags });
      expect(await refused(agreed)).toMatchObject({
        kind: 'target-changed',
        details: { params: { what: 'client', before: 'resolver · 7000000001', after: 'other · 7000000002' } },
      });
      expect(await chargesOf(kind)).toBe(0);
    },
  );
});

describe('traffic and prolongations', () => {
  it('that were bought since the offer was made are not bought again by it', async () => {
    for (const kind of ['traffic', 'dedicated-prolong'] as const) {
      const order = await desk.order(kind);
      const [first, second] = [await offer(order), await offer(order)];
      const bought = await confirm(first);
      const what = kind === 'traffic' ? { what: 'bought', after: bought.id } : { what: 'end' };
      expect(await refused(second)).toMatchObject({ kind: 'target-changed', details: { params: what } });
      expect(await chargesOf(kind)).toBe(1);
    }
  });
});

describe('a purchase that was under way when the same was offered', () => {
  it.each([
    ['accepted', true],
    ['not accepted', false],
  ])('and is charged since then is shown once more before anything is paid: %s', async (_, isAccepted) => {
    for (const kind of ['traffic', 'dedicated-prolong'] as const) {
      const order = await desk.order(kind);
      const first = await offer(order);
      const hold = { kind: 'hold', when: 'after-commit' } as const;
      await desk.control.addFaults({ match: { method: 'POST', path: PATHS[kind] }, times: 1, fault: hold });
      const under = confirm(first);
      await desk.control.waitForHeld(1);
      const second = await offer(order);
      const despite = second.open.map(({ purchaseId }) => purchaseId);
      expect(despite).toHaveLength(1);
      const { offerId, priceKopecks } = second;
      const click = desk.callError('purchases.confirm', { offerId, priceKopecks, despite: isAccepted ? despite : [] });
      await desk.control.release();
      const bought = await under;
      expect(bought).toMatchObject({ outcome: 'charged', basis: 'answer' });
      expect(await click).toMatchObject({ kind: 'target-changed', details: { params: { purchaseId: bought.id } } });
      expect(await chargesOf(kind)).toBe(1);

      // A user who was shown the purchase and still wants another one gets it.
      expect(await confirm(await offer(order))).toMatchObject({ outcome: 'charged', basis: 'answer' });
      expect(await chargesOf(kind)).toBe(2);
    }
  });
});

describe('an earlier purchase of the same target without an outcome', () => {
  it.each(['traffic', 'dedicated', 'dedicated-prolong', 'vpn-buy', 'vpn-renew'] as const)(
    'of %s is named in the offer, and has to be confirmed before another purchase',
    async (kind) => {
      const order = await desk.order(kind);
      service.loseNext(PATHS[kind]);
      const lost = await desk.buy(order);
      const before = await chargesOf(kind);

      const again = await offer(order);
      expect(again.open).toEqual([{ purchaseId: lost.id, priceKopecks: lost.priceKopecks, createdAt: lost.createdAt }]);
      const error = await refused(again);
      expect(error).toMatchObject({ kind: 'target-open', details: { params: { purchaseId: lost.id } } });
      expect(await chargesOf(kind)).toBe(before);

      const { offerId, priceKopecks } = error.details?.params ?? {};
      const bought = await confirm({ offerId: Number(offerId), priceKopecks: Number(priceKopecks) }, [lost.id]);
      expect(bought).toMatchObject({ outcome: 'charged', basis: 'answer' });
      expect(await chargesOf(kind)).toBe(before + 1);
    },
  );

  it('does not concern another client or another pool', async () => {
    service.loseNext(PATHS.traffic);
    await desk.buy(await desk.order('traffic'));
    const { open } = await offer({ kind: 'traffic', clientId: desk.clientId, poolType: 'residential', gb: 1 });
    expect(open).toEqual([]);
  });
});
