import { useTranslation } from 'react-i18next';
import type { BulkRun } from '#shared/contract/bulk.ts';
import { useFormat } from '../../i18n/use-format.ts';
import styles from './bulk.module.css';

/** The sums of a run that has begun. */
export const RunFacts = ({ run }: { readonly run: BulkRun }) => {
  const { t } = useTranslation('bulk');
  const format = useFormat();
  if (run.state === 'planned') return null;
  const facts = [
    { name: t('facts.charged'), kopecks: run.chargedKopecks },
    ...(run.openKopecks === 0
      ? []
      : [{ name: t(run.state === 'running' ? 'facts.underWay' : 'facts.open'), kopecks: run.openKopecks }]),
    ...(run.remainingKopecks === 0 ? [] : [{ name: t('views.todo'), kopecks: run.remainingKopecks }]),
  ];
  return (
    <dl className={`${styles.facts} selectable`}>
      {facts.map(({ name, kopecks }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{format.roubles(kopecks)}</dd>
        </div>
      ))}
    </dl>
  );
};
