import { toRoubles } from './money.ts';
import { type Route, read } from './router.ts';

/** api.md 4.4. */
export const ACCOUNT_ROUTES: readonly Route[] = [
  read('GET', '/balance', ({ world }) => ({
    balance_rub: toRoubles(world.state.balanceKopecks),
    api_spent_rub: toRoubles(world.state.spentKopecks),
  })),
];
