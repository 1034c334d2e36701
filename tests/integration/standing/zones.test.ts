import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { wallTimeAt } from '#shared/domain/assumed-zone.ts';
import { setTimeZone } from '../../support/time-zone.ts';
import { RENEW, type StandingDesk, startStandingDesk } from './standing-desk.ts';

const HOUR = 3_600_000;
let standing: StandingDesk;
let clientIds: number[];
beforeEach(() => setTimeZone('Europe/Berlin'));
beforeEach(async () => {
  standing = await startStandingDesk();
  clientIds = await standing.readClients();
});
afterEach(() => standing.desk.close());

const timeIn = (zone: string, at: number): string => new Date(wallTimeAt(at, zone)).toISOString().slice(11, 16);
/** Returns hours around the present time in that zone. */
const nowIn = (zone: string) => {
  const now = standing.clock.now();
  return { from: timeIn(zone, now - HOUR), to: timeIn(zone, now + HOUR) };
};

describe('an order with a zone of its own', () => {
  it('acts in the hours of that zone, on a computer in any other one', async () => {
    const { desk, save, renewing, comesTo, order, look } = standing;
    const hours = nowIn('Asia/Tokyo');
    const here = await save(renewing(clientIds, { hours }));
    expect(here.zone).toBe('Europe/Berlin');
    await comesTo(here.id, ['outside-hours', 'outside-hours', 'outside-hours']);
    expect(await desk.control.requests(RENEW)).toEqual([]);
    const { id } = await save({ ...renewing(clientIds, { hours, zone: 'Asia/Tokyo' }), orderId: here.id });
    await look();
    await comesTo(id, ['bought', 'bought', 'bought']);
    expect((await order(id)).zone).toBe('Asia/Tokyo');
  });

  it('keeps its hours and its zone when the computer moves, and when it is edited without mentioning them', async () => {
    const { save, renewing, comesTo, order, look } = standing;
    const { id } = await save(renewing(clientIds, { hours: nowIn('Asia/Tokyo') }));
    const back = setTimeZone('Asia/Tokyo');
    try {
      await look();
      await comesTo(id, ['outside-hours', 'outside-hours', 'outside-hours']);
      await save({ ...renewing(clientIds, { hours: nowIn('Asia/Tokyo'), name: 'Elsewhere' }), orderId: id });
      await look();
      await comesTo(id, ['outside-hours', 'outside-hours', 'outside-hours']);
      expect(await order(id)).toMatchObject({ name: 'Elsewhere', zone: 'Europe/Berlin' });
    } finally {
      back();
    }
  });

  it('is refused if there is no such zone', async () => {
    const { save, renewing } = standing;
    for (const zone of ['Moon/Base', '+03:00', ''])
      await expect(save(renewing(clientIds, { zone }))).rejects.toMatchObject({
        details: { problems: [{ field: 'zone', code: 'zone-unknown' }] },
      });
  });
});
