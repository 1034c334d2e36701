/** One charge this service committed: what an app's ledger must agree with, to the kopeck. */
interface StrangerCharge {
  readonly path: string;
  readonly client: string | null;
  readonly kopecks: number;
}

export interface StrangerBooks {
  readonly charges: readonly StrangerCharge[];
  balanceKopecks(): number;
  spentKopecks(): number;
  /** False, and nothing happens, when the balance does not cover it. */
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

/** A number of roubles, as this service writes it: text with two places, or a plain number. */
export const roubles = (kopecks: number, asText: boolean): string | number =>
  asText ? (kopecks / 100).toFixed(2) : kopecks / 100;
