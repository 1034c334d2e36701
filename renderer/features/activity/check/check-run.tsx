import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CheckDetail, CheckLine, Run } from '#shared/contract/runs.ts';
import { CHECK_SORTS, CHECK_STATES } from '#shared/domain/check.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { go } from '../../../nav/router.ts';
import { CopyRowItem } from '../../../ui/copy-row-item.tsx';
import { useKeptSort } from '../../../ui/use-kept-sort.ts';
import { type RunLayout, RunView } from '../run-view.tsx';
import { CheckPanel } from './check-panel.tsx';
import { checkLineColumns, checkReasonOf } from './line-columns.tsx';

const SECOND_MS = 1_000;
/** These counts are shown even if they are 0. */
const ALWAYS = ['alive', 'dead'];

/** Shows the proxies during and after a check: which of them work, how fast, and their exit addresses. */
export const CheckRunView = ({ run, detail }: { readonly run: Run; readonly detail: CheckDetail }) => {
  const { t } = useTranslation(['checks', 'common', 'runs']);
  const format = useFormat();
  const language = useLanguage();
  const columns = useMemo(() => checkLineColumns(t, language), [t, language]);
  const [sort, onSortChange] = useKeptSort('check', CHECK_SORTS, { by: 'line', direction: 'asc' });
  const { counts, params, listId } = detail;
  const through = run.total - counts.waiting - counts.unreadable;
  const working = counts.alive + counts.slow;
  const rate = run.timeLeftMs === null || run.timeLeftMs === 0 ? null : (counts.waiting / run.timeLeftMs) * SECOND_MS;
  const facts = [
    { name: t('checks:facts.working'), value: through === 0 ? '—' : format.percent(working / through) },
    ...(run.state !== 'running' || rate === null
      ? []
      : [
          {
            name: t('checks:facts.rate'),
            value: t('checks:facts.perSecond', { rate: format.number(Math.round(rate)) }),
          },
        ]),
    { name: t('common:words.address'), value: new URL(params.address).host },
  ];
  const open = ({ proxyId }: CheckLine): void => {
    if (proxyId !== null) go('dedicated', { proxyId });
    else if (listId !== null) go('lists', { listId });
  };
  const layout: RunLayout<CheckLine> = {
    views: CHECK_STATES.filter((state) => counts[state] > 0 || ALWAYS.includes(state)).map((state) => ({
      id: state,
      name: t(`checks:views.${state}`),
      states: [state],
    })),
    counts,
    facts,
    grid: t('checks:grid'),
    columns,
    storageKey: 'check',
    sorted: { sort, onSortChange },
    menu: (line) => (
      <CopyRowItem cells={[line.text, t(`checks:states.${line.state}`), line.exitIp ?? '', checkReasonOf(line, t)]} />
    ),
    onOpen: open,
    hasReport: true,
    back: () => go(params.kind === 'check-list' ? 'lists' : 'dedicated'),
    panel: <CheckPanel run={run} detail={detail} />,
  };
  return <RunView run={run} layout={layout} />;
};
