import { kindOf } from '#core/money/purchases/kinds/index.ts';
import type { Order } from '#shared/contract/purchases.ts';
import type { PurchasesInput, PurchasesParams, RunSubject } from '#shared/contract/runs.ts';
import { MAX_CHARGE_TARGETS } from '#shared/domain/run-charges.ts';
import { invalidInput } from '#shared/result.ts';

/** What is done, without for whom. */
export const paramsOf = (input: PurchasesInput): PurchasesParams => {
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
export const checkParams = (input: PurchasesInput): void => {
  const ids = input.kind === 'dedicated-prolong' ? input.proxyIds : input.clientIds;
  const subscriptions = input.kind === 'vpn-renew' ? (input.only ?? []) : [];
  const count = Math.max(new Set(ids).size, subscriptions.length);
  if (count > MAX_CHARGE_TARGETS) {
    const params = { max: MAX_CHARGE_TARGETS, count };
    throw invalidInput('Too many for one run.', { field: 'targets', code: 'too-many-targets', params });
  }
  const sample = sampleOrder(input);
  const problems = kindOf(sample).problems(sample);
  if (problems.length > 0) throw invalidInput('This cannot be ordered.', ...problems);
};

const sampleOrder = (input: PurchasesInput): Order => {
  switch (input.kind) {
    case 'vpn-renew':
      return { kind: 'vpn-renew', clientId: 1, uuid: '-', periodMonths: input.periodMonths };
    case 'dedicated-prolong':
      return { kind: 'dedicated-prolong', clientId: null, serviceIds: [1], period: input.period };
    case 'traffic':
      return { kind: 'traffic', clientId: 1, poolType: input.poolType, gb: input.gb };
  }
};

/** What the run is about; the number is of lines that can be done. */
export const subjectOf = (params: PurchasesParams, lines: number): RunSubject => {
  switch (params.kind) {
    case 'vpn-renew':
      return { what: 'vpn-renew', months: params.periodMonths, subscriptions: lines };
    case 'dedicated-prolong':
      return { what: 'dedicated-prolong', days: params.period, proxies: lines };
    case 'traffic':
      return { what: 'traffic', poolType: params.poolType, gb: params.gb, clients: lines };
  }
};
