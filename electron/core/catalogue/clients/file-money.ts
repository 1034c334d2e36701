import type { ClientMoneyCells } from '#shared/domain/sale-cells.ts';

/** What a client list in a file carries of the seller's side; sales (money/sales) provide it. */
export interface FileMoney {
  /** Whether the account's desk has prices, debts or payments at all. */
  isInUse(accountId: string): boolean;
  /**
   * Takes over what a line of a file says of a client, within the transaction that is open. The debt is what is owed by now:
   * what this desk does not know of it yet becomes an entry of its own, so that the same file may come twice. `from`: the
   * digest of the file, and the client's line.
   */
  take(
    accountId: string,
    clientId: number,
    cells: ClientMoneyCells,
    from: { readonly file: string; readonly line: number },
  ): void;
  /** The client's own prices as a cell. */
  prices(accountId: string, clientId: number): string;
}
