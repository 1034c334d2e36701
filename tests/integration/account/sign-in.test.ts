import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';

let desk: TestDesk;
beforeEach(async () => {
  desk = await startTestDesk({ signIn: false });
});
afterEach(() => desk.close());

const signIn = (change: Partial<{ baseUrl: string; token: string; label: string; accountId: string }> = {}) => ({
  baseUrl: desk.sandbox.baseUrl,
  token: desk.sandbox.token,
  label: '',
  ...change,
});

describe('signing in', () => {
  it('asks for the balance before anything is kept, and opens the desk', async () => {
    const state = await desk.call('account.signIn', signIn({ label: 'Мой счёт' }));
    expect(state.accounts).toMatchObject([{ label: 'Мой счёт', tokenPlace: 'keychain', isSandbox: false }]);
    expect(state.activeId).toBe(state.accounts[0]?.id);
    expect(state.accounts[0]?.balance?.balanceKopecks).toBeGreaterThan(0);
    expect([...desk.secrets.kept.values()]).toEqual([desk.sandbox.token]);
    await desk.waitForEvent('account.page', ({ page }: { page: string }) => page === 'desk');
  });
});
