import { expect, it } from 'vitest';
import { deskAccount, openDeskOf } from '../../../../renderer/nav/router.ts';
import { keepValues, keptValues } from '../../../../renderer/ui/form/kept-values.ts';

it('values that were typed on the desk of one account are on no other desk, even if switching accounts left the form', () => {
  openDeskOf('a');
  const openedOn = deskAccount();
  openDeskOf('b');
  // The window draws the other desk only now, and leaves the form.
  keepValues(openedOn, 'new standing order 1', { tag: 'of a' });
  expect(keptValues('new standing order 1')).toBeUndefined();

  keepValues(deskAccount(), 'new standing order 1', { tag: 'of b' });
  // A submit that began on the former desk ends late.
  keepValues(openedOn, 'new standing order 1', null);
  expect(keptValues('new standing order 1')).toEqual({ tag: 'of b' });
});

it('values are there again when the user comes back to the desk', () => {
  openDeskOf('a');
  keepValues(deskAccount(), 'plan 2', { gb: '5' });
  openDeskOf('b');
  openDeskOf('a');
  expect(keptValues('plan 2')).toEqual({ gb: '5' });
});
