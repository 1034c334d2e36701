import { useTranslation } from 'react-i18next';
import type { EvidenceFact, Resolution } from '#shared/contract/purchases.ts';
import { assertNever } from '#shared/result.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Age } from '../../ui/age.tsx';
import type { Tone } from '../../ui/notice.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { shortUuid } from './order-text.ts';
import styles from './purchases.module.css';

const TONES: Readonly<Record<Resolution['certainty'], Tone>> = { certain: 'ok', probable: 'warn', unknown: 'mute' };

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** What was found out about a purchase whose answer was lost: the verdict, how sure it is and why, and the plain facts. */
export const PurchaseEvidence = ({ resolution }: { readonly resolution: Resolution }) => {
  const { t } = useTranslation('ledger');
  const format = useFormat();
  const { verdict, certainty, reason, facts, checkedAt, nextCheckAt } = resolution;
  return (
    <section aria-label={t('evidence.title')}>
      <h3 className={styles.subheading}>{t('evidence.title')}</h3>
      <div className={styles.verdict}>
        <strong>{t(`evidence.verdicts.${verdict}`)}</strong>
        <StatusChip tone={TONES[certainty]} label={t(`evidence.certainties.${certainty}`)} />
      </div>
      <p className="selectable">{t(`evidence.reasons.${reason}`)}</p>
      <table className={`${styles.evidence} selectable`}>
        <thead>
          <tr>
            <th scope="col">{t('evidence.fact')}</th>
            <th scope="col">{t('evidence.before')}</th>
            <th scope="col">{t('evidence.after')}</th>
          </tr>
        </thead>
        <tbody>
          {facts.map((fact) => (
            <FactRow key={fact.fact} fact={fact} />
          ))}
        </tbody>
      </table>
      <p className={styles.count}>
        {t('evidence.checked')} <Age at={checkedAt} form="relative" />
        {nextCheckAt === null ? null : ` · ${t('evidence.next', { time: format.time(nextCheckAt) })}`}
      </p>
    </section>
  );
};

const FactRow = ({ fact }: { readonly fact: EvidenceFact }) => {
  const { t } = useTranslation('ledger');
  const value = useFactValue();
  return (
    <tr>
      <th scope="row">{t(`evidence.facts.${fact.fact}`)}</th>
      <td>{value(fact.fact, fact.before)}</td>
      <td>{value(fact.fact, fact.after)}</td>
    </tr>
  );
};

/** A fact's value in the unit that follows from the fact. */
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
