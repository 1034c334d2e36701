import type { FileMoney } from '#core/catalogue/clients/file-money.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { Clock } from '#core/ports.ts';
import { pricesCell } from '#shared/domain/sale-cells.ts';
import { areSalesShown } from './in-use.ts';
import { originOfLine } from './payment-origins.ts';
import { hasPaymentOf, insertPayment } from './payment-repository.ts';
import { pricesOf, putPrice } from './price-repository.ts';
import { recountClient } from './sales-book.ts';

/** The import and export of debts and prices in files of clients. */
export const moneyOfFiles = (db: Database, clock: Pick<Clock, 'now'>): FileMoney => {
  const owedBy = (clientId: number): number =>
    db.value<number>(sql`SELECT owed_kopecks FROM clients WHERE id = ${clientId}`) ?? 0;
  return {
    isInUse: (accountId) => areSalesShown(db, accountId),
    take: (accountId, clientId, { debtKopecks, prices: own }, from) => {
      for (const { product, kopecks } of own) putPrice(db, accountId, clientId, product, kopecks);
      const origin = originOfLine(from.file, from.line);
      // Money that was paid since the first import is not owed again.
      if (hasPaymentOf(db, clientId, origin)) return;
      const missing = debtKopecks === null ? 0 : debtKopecks - owedBy(clientId);
      if (missing === 0) return;
      const opening = { kind: 'opening', purchaseId: null, note: '', at: clock.now() } as const;
      insertPayment(db, { accountId, clientId, ...opening, amountKopecks: -missing, origin });
      recountClient(db, clientId);
    },
    prices: (accountId, clientId) => pricesCell(pricesOf(db, accountId, clientId)),
  };
};
