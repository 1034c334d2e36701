import { DeskError } from '#shared/result.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { Database } from '../storage/database.ts';
import type { BulkRepository, StoredRun } from './bulk-repository.ts';
import { targetKeysOf, targetsBoughtSince } from './charge-targets.ts';
import { createPriceBook } from './price-book.ts';

/**
 * The prices of what still waits, as they are now, equal ones asked for once. What was bought by hand since the plan
 * was made is taken out: nobody wants it twice.
 */
export const requoteRun = async (
  run: StoredRun,
  { db, api, repository }: { readonly db: Database; readonly api: ApiClient; readonly repository: BulkRepository },
): Promise<void> => {
  const prices = createPriceBook(api);
  const bought = targetsBoughtSince(db, run.accountId, run.params.kind, { mark: run.ledgerMark, runId: run.id });
  for (const { charge, state } of repository.charges(run.id)) {
    if (state !== 'waiting') continue;
    const order = repository.order(run.id, charge);
    if (targetKeysOf(order).some((key) => bought.has(key))) {
      repository.setProblem(run.id, charge, { code: 'bought-meanwhile', words: '' });
      continue;
    }
    try {
      const { priceKopecks, lines = [] } = await prices.quote(order);
      db.transaction(() => {
        repository.setPrice(run.id, charge, priceKopecks);
        repository.setLinePrices(run.id, charge, lines);
      });
    } catch (error) {
      if (!(error instanceof DeskError) || error.kind !== 'rejected') throw error;
      repository.setProblem(run.id, charge, { code: 'refused', words: error.details?.serviceMessage ?? '' });
    }
  }
  const balance = await api.account.balance().catch(() => null);
  repository.setPrices(run.id, balance?.value.balanceKopecks ?? null, prices.asOf() ?? run.pricesAsOf);
};
