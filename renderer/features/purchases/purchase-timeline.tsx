import { useTranslation } from 'react-i18next';
import type { Purchase } from '#shared/contract/purchases.ts';
import { isOver, type PurchaseStatus, statusLabel } from '#shared/domain/journal.ts';
import { useFormat } from '../../i18n/use-format.ts';
import styles from './purchases.module.css';

/** The state before the user settled the purchase, which came last. */
const beforeSettled = ({ goodsState, resolution }: Purchase): PurchaseStatus =>
  resolution === null || resolution.verdict === 'open'
    ? { outcome: 'open', basis: null, goodsState: 'none' }
    : { outcome: resolution.verdict, basis: 'evidence', goodsState };

/** The history of a purchase, in the order in which it was stored. */
export const PurchaseTimeline = ({ purchase }: { readonly purchase: Purchase }) => {
  const { t } = useTranslation('purchases');
  const format = useFormat();
  const { createdAt, sentAt, finishedAt, settlements, reason } = purchase;
  const standing = purchase.basis === 'user' ? beforeSettled(purchase) : purchase;
  const steps = [
    { name: 'recorded' as const, at: createdAt },
    ...(sentAt === null ? [] : [{ name: 'sent' as const, at: sentAt }]),
    ...(finishedAt !== null && isOver(purchase) ? [{ name: statusLabel(standing, reason), at: finishedAt }] : []),
    ...settlements.map(({ verdict, at }) => ({ name: `${verdict}-by-user` as const, at })),
  ];
  return (
    <ol aria-label={t('detail.timeline')}>
      {steps.map((step) => (
        <li key={`${step.name} ${step.at}`} className={styles.step}>
          <span>{t(`detail.steps.${step.name}`)}</span>
          <time className="dim" dateTime={new Date(step.at).toISOString()} title={format.exact(step.at)}>
            {format.dateTime(step.at)}
          </time>
        </li>
      ))}
    </ol>
  );
};
