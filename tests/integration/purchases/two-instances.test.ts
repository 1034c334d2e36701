import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestDesk } from '../../support/desk-core.ts';
import { type ResolverDesk, startResolverDesk } from './resolver-desk.ts';

let desk: ResolverDesk;
beforeEach(async () => {
  desk = await startResolverDesk();
});
afterEach(() => desk.close());

it('a second core on the same folder is refused, also in the middle of a purchase, which ends normally', async () => {
  await desk.control.addFaults({ match: { path: '/vpn/buy' }, fault: { kind: 'hold', when: 'after-commit' } });
  const buying = desk.buy(await desk.order('vpn-buy'));
  await desk.control.waitForHeld(1);

  await expect(startTestDesk({ paths: desk.paths, signIn: false })).rejects.toMatchObject({
    kind: 'conflict',
    details: { code: 'data-folder-in-use' },
  });

  await desk.control.clearFaults();
  expect(await buying).toMatchObject({ outcome: 'charged', basis: 'answer' });
  const { books, ledger } = await desk.compareBooks();
  expect(ledger).toBe(books);
});
