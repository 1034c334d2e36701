import type { FormatId, FormatObstacle, HostVariant } from '#shared/contract/lists.ts';
import { FORMAT_IDS } from '#shared/domain/limits.ts';
import { DeskError } from '#shared/result.ts';
import type { ListRecord } from './list-repository.ts';

const CODES: Readonly<Record<FormatObstacle, string>> = {
  ambiguous: 'format-ambiguous',
  'no-credentials': 'format-no-credentials',
  'other-access': 'format-other-access',
};

/** The facts that decide about formats: the format of the lines, and whether each can be parsed in only one way. */
interface FormattedLines {
  readonly recipe: { readonly formatId: FormatId };
  readonly convertible: Readonly<Record<HostVariant, boolean>>;
}

/** Returns why the list is not available in this format; `null` if it is. */
export const obstacleTo = (list: FormattedLines, variant: HostVariant, wanted: FormatId): FormatObstacle | null => {
  const own = list.recipe.formatId;
  if (wanted === own) return null;
  if (own === 3) return 'no-credentials';
  if (wanted === 3) return 'other-access';
  return list.convertible[variant] ? null : 'ambiguous';
};

/**
 * Returns the formats of a list. Its own is always available; 1 and 2 convert into each other if every line can be
 * parsed in only one way (docs/api.md#generating-a-list).
 */
export const formatsOf = (list: ListRecord, variant: HostVariant) =>
  FORMAT_IDS.map((formatId) => {
    const reason = obstacleTo(list, variant, formatId);
    return { formatId, available: reason === null, reason };
  });

export const countLinesOfVariant = (list: ListRecord, variant: HostVariant): number =>
  variant === 'domain' ? list.domainLines : list.ipLines;

/** Throws `conflict` if the list is not available in this format. */
export const assertFormat = (list: ListRecord, variant: HostVariant, wanted: FormatId): void => {
  const obstacle = obstacleTo(list, variant, wanted);
  if (obstacle === null) return;
  throw new DeskError('conflict', `The list cannot be had in format ${wanted}.`, {
    code: CODES[obstacle],
    params: { formatId: wanted },
  });
};
