import { beforeEach, describe, expect, it } from 'vitest';
import { deskAccount, go, goBack, goForward, openDeskOf, useRouter } from '../../../../renderer/nav/router.ts';
import {
  changeLinkedSort,
  keepView,
  rowSelectionOf,
  setRowSelection,
  setView,
  viewOf,
} from '../../../../renderer/nav/views.ts';

const place = () => useRouter.getState().place;

describe('moving between screens', () => {
  beforeEach(() => useRouter.setState({ place: { screen: 'overview', params: {} }, past: [], future: [] }));

  it('goes back and forward, with the params each screen was opened with', () => {
    go('clients', { clientId: 7 });
    go('generator', { clientId: 7 });
    goBack();
    expect(place()).toEqual({ screen: 'clients', params: { clientId: 7 } });
    goBack();
    expect(place().screen).toBe('overview');
    goForward();
    goForward();
    expect(place().screen).toBe('generator');
  });

  it('forgets the screens ahead when the user takes another way', () => {
    go('clients');
    go('lists');
    goBack();
    go('settings');
    goForward();
    expect(place().screen).toBe('settings');
  });

  it('does not count staying as a step', () => {
    go('clients');
    go('clients');
    goBack();
    expect(place().screen).toBe('overview');
  });

  it('stays where it is at either end', () => {
    goBack();
    goForward();
    expect(place().screen).toBe('overview');
  });
});

describe('the selected rows of a screen', () => {
  const selected = () => [...(rowSelectionOf('clients') ?? [])];

  beforeEach(() => {
    openDeskOf(`account ${Math.random()}`);
    useRouter.setState({ place: { screen: 'clients', params: {} }, past: [], future: [] });
    setRowSelection('clients', new Set(['1', '2']));
  });

  it('stay selected while another screen is shown, and on the way back', () => {
    go('overview');
    go('clients');
    expect(selected()).toEqual(['1', '2']);
    goBack();
    goBack();
    expect(selected()).toEqual(['1', '2']);
  });

  it('are none when a link shows other rows, and return on the way back', () => {
    go('overview');
    go('clients', { filter: { expiry: 'within-7' } });
    expect(selected()).toEqual([]);
    goBack();
    goBack();
    expect(selected()).toEqual(['1', '2']);
  });

  it('are none on the desk of another account', () => {
    openDeskOf(`account ${Math.random()}`);
    expect(selected()).toEqual([]);
  });

  it('are not those of the account before, whose ids arrive late', () => {
    const before = deskAccount();
    openDeskOf(`account ${Math.random()}`);
    setRowSelection('clients', new Set(['3']), before);
    expect(selected()).toEqual([]);
    setRowSelection('clients', new Set(['4']), deskAccount());
    expect(selected()).toEqual(['4']);
  });
});

describe('the filter of a screen', () => {
  const within = { expiry: 'within-7' } as const;

  beforeEach(() => {
    openDeskOf(`account ${Math.random()}`);
    useRouter.setState({ place: { screen: 'overview', params: {} }, past: [], future: [] });
  });

  it("lasts for this visit when a link sets it, and the user's own choice returns afterwards", () => {
    go('clients');
    setView('clients', { search: 'anna' });
    go('overview');
    go('clients', { filter: within });
    expect(viewOf('clients')).toEqual(within);
    go('overview');
    go('clients');
    expect(viewOf('clients')).toEqual({ search: 'anna' });
  });

  it('returns on the way back and forward as it was left', () => {
    go('clients', { filter: within });
    setView('clients', { ...within, search: 'bo' });
    go('overview');
    go('clients');
    goBack();
    goBack();
    expect(viewOf('clients')).toEqual({ ...within, search: 'bo' });
    goForward();
    goForward();
    expect(viewOf('clients')).toBeUndefined();
  });

  it('is set again by the same link, whatever the user has changed since', () => {
    go('clients', { filter: within });
    setView('clients', { expiry: 'any' });
    go('clients', { filter: within });
    expect(viewOf('clients')).toEqual(within);
  });

  it('brings its order for the same visit, and both return on the way back', () => {
    const sort = { by: 'name', direction: 'desc' } as const;
    go('clients', { filter: within, sort });
    expect(keepView('clients').sort).toEqual(sort);
    expect(changeLinkedSort('clients', { by: 'key', direction: 'asc' })).toBe(true);
    go('overview');
    goBack();
    expect(keepView('clients')).toEqual({ view: within, linked: true, sort: { by: 'key', direction: 'asc' } });
    go('overview');
    go('clients');
    expect(keepView('clients').sort).toBeUndefined();
    expect(changeLinkedSort('clients', sort)).toBe(false);
    expect(keepView('clients').sort).toBeUndefined();
  });

  it('belongs to one account', () => {
    setView('clients', { search: 'anna' });
    openDeskOf('another');
    expect(viewOf('clients')).toBeUndefined();
  });
});
