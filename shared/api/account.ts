import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { wireNumber } from './wire.ts';

/** docs/api.md#account. */
export const ACCOUNT_ENDPOINTS = {
  balance: endpoint({
    name: 'balance',
    method: 'GET',
    path: '/balance',
    effect: 'read',
    request: z.object({}),
    response: z.looseObject({ balance_rub: wireNumber, api_spent_rub: wireNumber }),
  }),
} as const;
