import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { EvidenceFact, Purchase, Resolution } from '#shared/contract/purchases.ts';
import { shortUuid } from '#shared/domain/products/vpn.ts';
import { assertNever } from '#shared/result.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Age } from '../../ui/age.tsx';
import { SmallTable } from '../../ui/small-table.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './purchases.module.css';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

interface PurchaseEvidenceProps {
  readonly resolution: Resolution;
  /**
   * The source of the outcome. A decision of the user is not checked any more; a refusal by the service is still
   * watched.
   */
  readonly basis: Purchase['basis'];
  /** The possible next steps. */
  readonly children: ReactNode;
}

/** Explains what was found about a purchase whose answer was lost: the verdict, the facts, and what comes next. */
export const PurchaseEvidence = ({ resolution, basis, children }: PurchaseEvidenceProps) => {
  const { t } = useTranslation('ledger');
  const format = useFormat();
  const now = useNow();
  const { verdict, reason, quietSince, facts, checkedAt, nextCheckAt } = resolution;
  const isRefused = verdict === 'not-charged' && basis === 'answer';
  return (
    <section aria-label={t('evidence.title')}>
      <h3 className={styles.subheading}>{t('evidence.title')}</h3>
      <div className="paragraphs selectable">
        <p>
          <strong>{isRefused ? t('evidence.refused.verdict') : t(`evidence.verdicts.${verdict}`)}</strong>
        </p>
        <p>{isRefused ? t('evidence.refused.text') : t(`evidence.reasons.${reason}`)}</p>
        {quietSince === null ? null : <p>{t('evidence.quiet', { time: format.dateTime(quietSince) })}</p>}
        {verdict === 'open' || isRefused ? null : <p>{t('evidence.noProof')}</p>}
      </div>
      {children}
      <Box mt={12}>
        <Evidence facts={facts} />
      </Box>
      <p className="para dim">
        {t('evidence.checked')} <Age at={checkedAt} form="relative" />.{' '}
        {basis === 'user'
          ? null
          : nextCheckAt !== null
            ? t('evidence.next', { time: format.moment(nextCheckAt, now) })
            : t(verdict === 'open' ? 'evidence.nextTime' : 'evidence.reopens')}
      </p>
    </section>
  );
};

const Evidence = ({ facts }: Pick<Resolution, 'facts'>) => {
  const { t } = useTranslation('ledger');
  const value = useFactValue();
  return (
    <SmallTable
      columns={[
        { id: 'fact', head: t('evidence.fact'), cell: ({ fact }) => t(`evidence.facts.${fact}`) },
        { id: 'before', head: t('evidence.before'), cell: ({ fact, before }) => value(fact, before) },
        { id: 'after', head: t('evidence.after'), cell: ({ fact, after }) => value(fact, after) },
      ]}
      rows={facts}
      keyOf={({ fact }) => fact}
      height={28}
      top
    />
  );
};

/** Formats the value of a fact in the unit of that fact. */
const useFactValue = () => {
  const { t } = useTranslation('ledger');
  const format = useFormat();
  return (fact: EvidenceFact['fact'], value: EvidenceFact['before']): string => {
    if (value === null) return '—';
    if (typeof value === 'string') return fact === 'new-subscription' ? shortUuid(value) : value;
    switch (fact) {
      case 'spent':
      case 'own-spending':
      case 'quoted':
        return format.roubles(value);
      case 'pool-gb':
        return format.gb(value);
      case 'subscriptions':
      case 'new-subscription':
        return format.number(value);
      case 'expires-at':
        return format.dateTime(value);
      case 'waited':
        return value < 2 * MINUTE
          ? t('evidence.seconds', { seconds: format.number(Math.round(value / SECOND)) })
          : format.duration(value);
      default:
        return assertNever(fact);
    }
  };
};
