import { beforeEach, describe, expect, it } from 'vitest';
import { go, goBack, goForward, useRouter } from '../../../../renderer/app/router.ts';

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

  it('forgets what lay ahead when another way is taken', () => {
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
