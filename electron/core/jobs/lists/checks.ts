import { obstacleTo } from '#core/catalogue/lists/list-formats.ts';
import type { ProcedureOutput } from '#shared/contract/index.ts';
import { FORMAT_IDS, type FormatId } from '#shared/domain/limits.ts';
import { isGrowing } from '#shared/domain/list-states.ts';
import type { TargetClient, TargetList } from './targets.ts';

/** Counts the known problems before any request is sent. */
export const countKnownProblems = (targets: readonly TargetClient[]): ProcedureOutput<'runs.checkClients'> => {
  const there = targets.filter(({ clientId }) => clientId !== null);
  const count = (fits: (client: TargetClient) => boolean): number => there.filter(fits).length;
  return {
    clients: there.length,
    withoutTraffic: count(({ trafficGb }) => trafficGb !== null && trafficGb <= 0),
    trafficUnread: count(({ trafficGb }) => trafficGb === null),
    withoutWhitelist: count(({ whitelisted }) => whitelisted === 0),
    whitelistUnread: count(({ whitelisted }) => whitelisted === null),
    removed: targets.length - there.length,
  };
};

/** Counts which lists can be saved, in which formats, before a run begins. */
export const checkLists = (
  targets: readonly TargetList[],
  variant: 'domain' | 'ip',
): ProcedureOutput<'runs.checkLists'> => {
  const there = targets.filter(({ listId }) => listId !== null);
  const full = there.filter((list) => !isGrowing(list) && list.lines[variant] > 0);
  const per = (fits: (list: TargetList, formatId: FormatId) => boolean) =>
    FORMAT_IDS.map((formatId) => ({ formatId, lists: full.filter((list) => fits(list, formatId)).length }));
  return {
    lists: there.length,
    lines: full.reduce((sum, { lines }) => sum + lines[variant], 0),
    empty: there.length - full.length,
    removed: targets.length - there.length,
    own: per((list, formatId) => list.formatId === formatId),
    available: per(
      ({ formatId: own, convertible }, wanted) =>
        obstacleTo({ recipe: { formatId: own }, convertible }, variant, wanted) === null,
    ),
  };
};
