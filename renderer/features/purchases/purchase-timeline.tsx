import { useTranslation } from 'react-i18next';
import type { Purchase } from '#shared/contract/purchases.ts';
import { isSettledByHand } from '#shared/domain/journal.ts';
import { useFormat } from '../../i18n/use-format.ts';
import styles from './purchases.module.css';

/** What the user said came after this. */
const beforeSettled = ({ resolution }: Purchase) =>
  resolution === null || resolution.verdict === 'undecided' ? 'unknown' : (`confirmed-${resolution.verdict}` as const);

/** What happened to a purchase, in the order in which it was written to the disk. */
export const PurchaseTimeline = ({ purchase }: { readonly purchase: Purchase }) => {
  const { t } = useTranslation('purchases');
  const format = useFormat();
  const { createdAt, sentAt, finishedAt, settlements } = purchase;
  const state = isSettledByHand(purchase.state) ? beforeSettled(purchase) : purchase.state;
  const isOver = finishedAt !== null && state !== 'prepared' && state !== 'sent';
  const steps = [
    { state: 'prepared' as const, at: createdAt },
    ...(sentAt === null ? [] : [{ state: 'sent' as const, at: sentAt }]),
    ...(isOver ? [{ state, at: finishedAt }] : []),
    ...settlements.map(({ verdict, at }) => ({ state: `settled-${verdict}` as const, at })),
  ];
  return (
    <ol className={styles.timeline} aria-label={t('detail.timeline')}>
      {steps.map((step) => (
        <li key={`${step.state} ${step.at}`} className={styles.step}>
          <span>{t(`detail.steps.${step.state}`)}</span>
          <time className={styles.time} dateTime={new Date(step.at).toISOString()} title={format.exact(step.at)}>
            {format.dateTime(step.at)}
          </time>
        </li>
      ))}
    </ol>
  );
};
