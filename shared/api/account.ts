import { z } from 'zod';
import type { EndpointTable } from './endpoint.ts';
import { wireKopecks } from './wire.ts';

/** docs/api.md#account. */
export const ACCOUNT_ENDPOINTS = {
  balance: {
    method: 'GET',
    path: '/balance',
    effect: 'read',
    request: z.object({}),
    response: z
      .looseObject({ balance_rub: wireKopecks, api_spent_rub: wireKopecks })
      // `spentKopecks`: everything ever spent through the API.
      .transform(({ balance_rub, api_spent_rub }) => ({ balanceKopecks: balance_rub, spentKopecks: api_spent_rub })),
  },
} as const satisfies EndpointTable;
