/** One charge that this service has committed. An app's ledger must agree with it to the kopeck. */
interface StrangerCharge {
  readonly path: string;
  readonly client: string | null;
  readonly kopecks: number;
}

export interface StrangerBooks {
  readonly charges: readonly StrangerCharge[];
  balanceKopecks(): number;
  spentKopecks(): number;
  /** Returns false, and does nothing, if the balance does not cover the charge. */
  charge(path: string, client: string | null, kopecks: number): boolean;
}

export const createBooks = (startKopecks: number): StrangerBooks => {
  const charges: StrangerCharge[] = [];
  const spent = () => charges.reduce((sum, charge) => sum + charge.kopecks, 0);
  return {
    charges,
    balanceKopecks: () => startKopecks - spent(),
    spentKopecks: spent,
    charge: (path, client, kopecks) => {
      if (startKopecks - spent() < kopecks) return false;
      charges.push({ path, client, kopecks });
      return true;
    },
  };
};

/** Writes a number of roubles as this service does: as text with two places, or as a plain number. */
export const roubles = (kopecks: number, asText: boolean): string | number =>
  asText ? (kopecks / 100).toFixed(2) : kopecks / 100;
