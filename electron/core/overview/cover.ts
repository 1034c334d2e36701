import type { RenewalCover } from '#shared/contract/alerts.ts';
import type { RenewalForecast } from '#shared/contract/overview.ts';

/** The forecast in short; `null` while the balance was never read. */
export const coverOf = ({ covered, balanceKopecks, ...forecast }: RenewalForecast): RenewalCover | null => {
  if (covered === null || balanceKopecks === null) return null;
  const { due, unpriced, neededKopecks } = forecast;
  return { due, covered, unpriced, neededKopecks, balanceKopecks };
};
