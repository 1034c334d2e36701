import type { FormatId, HostVariant } from '#shared/contract/lists.ts';
import { clientOfRow, shortClientLabel } from '#shared/domain/client-label.ts';
import { fileNameFromTemplate, sanitizeFileName } from '#shared/domain/file-name.ts';
import { localDate } from '#shared/domain/local-date.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/** Returns `de`, `de-us` or `de-us+3`. */
const countriesPart = (countries: readonly string[]): string => {
  const shown = countries.slice(0, 3).join('-');
  return countries.length > 3 ? `${shown}+${countries.length - 3}` : shown;
};

/** The parts of a list, or of something similar, that form a name. */
export interface NamedList {
  readonly clientName: string;
  readonly clientKey: string;
  readonly messengerId: number | null;
  readonly recipe: { readonly poolType: string | null; readonly countries: readonly string[] };
}

/**
 * Returns the suggested file name of a list. Placeholders: client, pool, country, date, time, format, variant, count.
 * `at` is ms since the epoch, UTC; date and time are shown in this machine's zone.
 */
export const exportFileName = (
  template: string,
  list: NamedList,
  view: { readonly formatId: FormatId; readonly variant: HostVariant; readonly count: number },
  at: number,
): string => {
  const date = new Date(at);
  return fileNameFromTemplate(template, {
    client: shortClientLabel(clientOfRow(list)),
    pool: list.recipe.poolType ?? '',
    country: countriesPart(list.recipe.countries),
    date: localDate(at),
    time: `${two(date.getHours())}-${two(date.getMinutes())}`,
    format: String(view.formatId),
    variant: view.variant,
    count: String(view.count),
  });
};

/** Replaces the extension `.txt`, which names of lists have, by that of a layout, without the dot. */
export const withExtension = (name: string, extension: string): string =>
  sanitizeFileName(`${name.replace(/\.txt$/, '')}.${extension}`);
