import type { BulkParams, BulkPlanInput } from '#shared/contract/bulk.ts';
import type { Order } from '#shared/contract/purchases.ts';
import { MAX_BULK_TARGETS } from '#shared/domain/bulk-limits.ts';
import type { Language } from '#shared/domain/language.ts';
import { DeskError } from '#shared/result.ts';
import { kindOf } from '../purchases/kinds/index.ts';
import { assertTargets } from './plan.ts';

/** What is done, without for whom. */
export const paramsOf = (input: BulkPlanInput): BulkParams => {
  switch (input.kind) {
    case 'vpn-renew': {
      const { clientIds: _, only: __, ...params } = input;
      return params;
    }
    case 'dedicated-prolong': {
      const { proxyIds: _, ...params } = input;
      return params;
    }
    case 'traffic': {
      const { clientIds: _, ...params } = input;
      return params;
    }
  }
};

/** The fields that the product itself checks, as it would for one purchase. Throws DeskError `invalid-input`. */
export const checkParams = (input: BulkPlanInput): void => {
  const ids = input.kind === 'dedicated-prolong' ? input.proxyIds : input.clientIds;
  const subscriptions = input.kind === 'vpn-renew' ? (input.only ?? []) : [];
  assertTargets(Math.max(new Set(ids).size, subscriptions.length), MAX_BULK_TARGETS);
  const sample = sampleOrder(input);
  const problems = kindOf(sample).problems(sample);
  if (problems.length > 0) throw new DeskError('invalid-input', 'This cannot be ordered.', { problems });
};

const sampleOrder = (input: BulkPlanInput): Order => {
  switch (input.kind) {
    case 'vpn-renew':
      return { kind: 'vpn-renew', clientId: 1, uuid: '-', periodMonths: input.periodMonths };
    case 'dedicated-prolong':
      return { kind: 'dedicated-prolong', clientId: null, serviceIds: [1], period: input.period };
    case 'traffic':
      return { kind: 'traffic', clientId: 1, poolType: input.poolType, gb: input.gb };
  }
};

/** For the list of jobs; the number is of lines. */
export const titleOf = (params: BulkParams, lines: number, language: Language): string => {
  const isRussian = language === 'ru';
  switch (params.kind) {
    case 'vpn-renew':
      return isRussian
        ? `Продление VPN на ${params.periodMonths} мес · ${lines}`
        : `VPN renewal, ${params.periodMonths} mo · ${lines}`;
    case 'dedicated-prolong':
      return isRussian
        ? `Продление прокси на ${params.period} дн · ${lines}`
        : `Prolonging proxies, ${params.period} d · ${lines}`;
    case 'traffic':
      return isRussian
        ? `Трафик ${params.poolType}, ${params.gb} ГБ · ${lines}`
        : `Traffic ${params.poolType}, ${params.gb} GB · ${lines}`;
  }
};
