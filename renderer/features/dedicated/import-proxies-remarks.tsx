import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ImportedTable } from '#shared/contract/import-proxies.ts';
import { Notice } from '../../ui/notice.tsx';
import styles from './import-proxies.module.css';

interface CountsProps {
  readonly table: ImportedTable;
  /** How many of the new proxies are not imported, because the user holds them back. */
  readonly heldBack: number;
  readonly busy: boolean;
}

/** Says in one line what an import does. */
export const ImportProxiesCounts = ({ table, heldBack, busy }: CountsProps) => {
  const { t } = useTranslation('importProxies');
  const { counts, columnsProblem, twoWays, reading } = table;
  const isUndecided = twoWays !== null && reading.loginFirst === null;
  if (columnsProblem !== null) return <Notice tone="warn">{t(`columnsProblems.${columnsProblem}`)}</Notice>;
  const shown = { ...counts, new: counts.new - heldBack, heldBack };
  const parts = (['new', 'completes', 'known', 'repeated', 'heldBack', 'bad'] as const)
    .filter((state) => shown[state] > 0)
    .map((state) => t(`counts.${state}`, { count: shown[state] }));
  return (
    <p className={styles.counts} role="status" aria-busy={busy}>
      {parts.join(' · ')}
      {isUndecided || counts.new + counts.completes > 0 ? '' : `. ${t('nothing')}`}
    </p>
  );
};

/** Returns the first names, and how many others there are. */
const namesOf = ({ names, unnamed }: ImportedTable['unknownClients'], t: TFunction<'importProxies'>): string => {
  const first = names.join(', ');
  return unnamed === 0 ? first : t('andMore', { names: first, more: unnamed });
};

interface NamedLine {
  readonly id: string;
  readonly line: number;
  readonly problem: string;
}

/** Names lines with their problems, and counts those that are not named. */
const NamedLines = ({ lines, total }: { readonly lines: readonly NamedLine[]; readonly total: number }) => {
  const { t } = useTranslation('importProxies');
  const more = total - new Set(lines.map(({ line }) => line)).size;
  return (
    // The list scrolls, so it takes the focus.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard
    <ul className={styles.bad} tabIndex={0}>
      {lines.map(({ id, line, problem }) => (
        <li key={id}>{t('badLine', { line, problem })}</li>
      ))}
      {more > 0 ? <li>{t('badMore', { count: more })}</li> : null}
    </ul>
  );
};

const badLinesOf = ({ badLines }: ImportedTable, t: TFunction<'importProxies'>): readonly NamedLine[] =>
  badLines.map(({ line, problem, text }) => ({ id: String(line), line, problem: t(`problems.${problem}`, { text }) }));

const repeatedOf = ({ repeatedLines }: ImportedTable, t: TFunction<'importProxies'>): readonly NamedLine[] =>
  repeatedLines.map(({ line, first }) => ({ id: String(line), line, problem: t('repeats', { line: first }) }));

const faultsOf = ({ faults }: ImportedTable, t: TFunction<'importProxies'>): readonly NamedLine[] =>
  faults.map(({ line, fault, text }) => ({ id: `${line} ${fault}`, line, problem: t(`faults.${fault}`, { text }) }));

/** Says what an import leaves out, and what the user should check. */
export const ImportProxiesRemarks = ({ table }: { readonly table: ImportedTable }) => {
  const { t } = useTranslation('importProxies');
  const { missing, unknownClients, severalClients, oddEnds, counts, purchase, above } = table;
  return (
    <>
      {above === 0 ? null : <Notice tone="info">{t('above', { count: above })}</Notice>}
      {counts.repeated === 0 ? null : (
        <Notice tone="info">
          <NamedLines lines={repeatedOf(table, t)} total={counts.repeated} />
          {t('repeatedLeftOut')}
        </Notice>
      )}
      {counts.bad === 0 ? null : (
        <Notice tone="warn">
          <NamedLines lines={badLinesOf(table, t)} total={counts.bad} />
          {t('badLeftOut')}
        </Notice>
      )}
      {counts.faulty === 0 ? null : (
        <Notice tone="warn">
          {t('faultTitle', { count: counts.faulty })}
          <NamedLines lines={faultsOf(table, t)} total={counts.faulty} />
        </Notice>
      )}
      {oddEnds.count === 0 ? null : (
        <Notice tone="warn">{t('oddEnds', { count: oddEnds.count, lines: oddEnds.lines.join(', ') })}</Notice>
      )}
      {purchase !== null && counts.new > purchase.count ? (
        <Notice tone="warn">{t('moreThanBought', { count: purchase.count })}</Notice>
      ) : null}
      {missing.ids === 0 ? null : <Notice tone="info">{t('withoutIds', { count: missing.ids })}</Notice>}
      {missing.credentials === 0 ? null : (
        <Notice tone="info">{t('withoutCredentials', { count: missing.credentials })}</Notice>
      )}
      {unknownClients.lines === 0 ? null : (
        <Notice tone="warn">
          {t('strangers', { count: unknownClients.lines, names: namesOf(unknownClients, t) })}
        </Notice>
      )}
      {severalClients.lines === 0 ? null : (
        <Notice tone="warn">{t('several', { count: severalClients.lines, names: namesOf(severalClients, t) })}</Notice>
      )}
    </>
  );
};
