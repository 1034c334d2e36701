import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PurchasesDetail, PurchasesLine, Run } from '#shared/contract/runs.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useWords } from '../../../i18n/words.ts';
import { go } from '../../../nav/router.ts';
import { bulkView } from '../../../parts/products/index.ts';
import { showOrder } from '../../../parts/standing/show-order.ts';
import { Age } from '../../../ui/age.tsx';
import { type RunLayout, RunView } from '../run-view.tsx';
import { purchaseLineColumns, purchaseOf } from './line-columns.tsx';
import { PurchasesLineMenu } from './line-menu.tsx';
import { PurchasesRunPanel } from './run-panel.tsx';

const NOT_DONE = [
  'unknown',
  'not-as-ordered',
  'goods-missing',
  'skipped',
  'rejected',
  'not-charged',
  'cannot',
] as const;

const openLine = (line: PurchasesLine): void => {
  const { clientId } = line;
  const purchaseId = purchaseOf(line);
  if (purchaseId !== null) go('purchases', { purchaseId });
  else if (clientId !== null) go('clients', { clientId });
};

interface PurchasesRunProps {
  readonly run: Run;
  readonly detail: PurchasesDetail;
}

/** Shows a plan, its run and its result, with the lines above and the money below. */
export const PurchasesRunView = ({ run, detail }: PurchasesRunProps) => {
  const { t } = useTranslation(['runPurchases', 'runs']);
  const words = useWords();
  const format = useFormat();
  const { counts } = detail;
  const { kind } = detail.params;
  const isClosed = run.state === 'cancelled';
  const isPlanned = run.state === 'planned';
  const columns = useMemo(() => purchaseLineColumns(kind, words, isClosed), [kind, words, isClosed]);
  const sums = [
    { name: t('runPurchases:facts.charged'), kopecks: detail.chargedKopecks, isShown: true },
    {
      // A skipped purchase is not paid for.
      name: t(
        run.state === 'running' && counts.skipped + counts.unknown === 0
          ? 'runPurchases:facts.underWay'
          : 'runPurchases:states.unknown',
      ),
      kopecks: detail.openKopecks,
      isShown: detail.openKopecks !== 0,
    },
    { name: t('runs:run.views.todo'), kopecks: detail.remainingKopecks, isShown: detail.remainingKopecks !== 0 },
  ];
  const layout: RunLayout<PurchasesLine> = {
    ...(isPlanned ? { aside: <PlanAge detail={detail} /> } : {}),
    // A closed run has nothing left to do, and its waiting lines count as not done.
    views: [
      { id: 'todo', name: t('runs:run.views.todo'), states: isClosed ? ['buying'] : ['waiting', 'buying'] },
      { id: 'done', name: t('runPurchases:states.done'), states: ['done'] },
      { id: 'trouble', name: t('runPurchases:trouble'), states: isClosed ? ['waiting', ...NOT_DONE] : NOT_DONE },
    ],
    counts,
    facts: isPlanned
      ? []
      : sums.filter(({ isShown }) => isShown).map(({ name, kopecks }) => ({ name, value: format.roubles(kopecks) })),
    grid: t('runPurchases:grid'),
    columns,
    storageKey: `bulk-${kind}`,
    menu: (line) => <PurchasesLineMenu line={line} isClosed={isClosed} />,
    onOpen: openLine,
    hasReport: !isPlanned,
    back: () => {
      if (detail.standingOrderId !== null) showOrder(detail.standingOrderId);
      else go(bulkView(kind).takes === 'proxies' ? 'dedicated' : 'clients');
    },
    panel: <PurchasesRunPanel run={run} detail={detail} />,
  };
  return <RunView run={run} layout={layout} />;
};

/** Says how old the prices and the end dates of a plan are. */
const PlanAge = ({ detail: { pricesAsOf, datesAsOf } }: { readonly detail: PurchasesDetail }) => {
  const { t } = useTranslation('runPurchases');
  const format = useFormat();
  return (
    <>
      {t('planned')}
      {' · '}
      <Age at={pricesAsOf} />
      {datesAsOf === null ? null : ` · ${t('datesAsOf', { moment: format.dateTime(datesAsOf) })}`}
    </>
  );
};
