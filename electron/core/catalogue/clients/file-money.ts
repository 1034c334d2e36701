import type { ClientMoneyCells } from '#shared/domain/sale-cells.ts';

/** The sales data in a file of clients. Provided by money/sales. */
export interface FileMoney {
  /** Returns whether the account has any prices, debts or payments. */
  isInUse(accountId: string): boolean;
  /**
   * Takes over the data of a client from a line of a file, in the open transaction. The debt is the present one: the
   * difference from the desk's own figure becomes an entry, so that the same file may be imported twice. `from` is the
   * digest of the file and the line.
   */
  take(
    accountId: string,
    clientId: number,
    cells: ClientMoneyCells,
    from: { readonly file: string; readonly line: number },
  ): void;
  /** Returns the client's own prices as a cell. */
  prices(accountId: string, clientId: number): string;
}
