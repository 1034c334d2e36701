import { Checkbox, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Offer, OpenPurchase, Target } from '#shared/contract/purchases.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useWords } from '../../i18n/words.ts';
import { Notice } from '../../ui/notice.tsx';
import { SmallTable } from '../../ui/small-table.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useNow } from '../../ui/use-now.ts';
import { kindView } from '../products/index.ts';
import { ChangedBy, useChanges } from '../shared-desk/changed-by.tsx';
import type { OfferChange as Change } from './use-purchase.ts';

interface Difference {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** The key and the id that identify the client, as far as they are known. */
export const pairText = ({ messengerId, clientKey }: Target): string =>
  [clientKey, messengerId].filter((part) => part !== null).join(' · ');

interface OfferChangeProps {
  readonly change: Change;
  /** The current offer. */
  readonly offer: Offer;
}

/** Says why nothing was sent, and compares the agreed offer with the current one. */
export const OfferChangeNotice = ({ change: { what, before, purchaseId }, offer }: OfferChangeProps) => {
  const { t } = useTranslation('purchases');
  const format = useFormat();
  const differences = useDifferences(before, offer);
  const by = useChanges('purchase', purchaseId === null ? [] : [purchaseId])(purchaseId ?? 0, 'made');
  const text =
    what === 'price'
      ? t('review.priceChanged', {
          before: format.roublesShort(before.priceKopecks),
          after: format.roublesShort(offer.priceKopecks),
        })
      : t(`review.changed.${what}`, { id: purchaseId ?? '' });
  return (
    <Stack gap={12} mb={12}>
      <Notice tone="warn" live="alert">
        {text}
        <ChangedBy change={by} what="boughtBy" />
      </Notice>
      {differences.length === 0 ? null : (
        <SmallTable
          label={t('review.changed.table')}
          columns={[
            { id: 'what', head: t('review.changed.what'), cell: ({ name }) => name },
            { id: 'before', head: t('review.changed.before'), cell: ({ before: seen }) => seen },
            { id: 'after', head: t('review.changed.after'), cell: ({ after }) => after },
          ]}
          rows={differences}
          keyOf={({ name }) => name}
          height={28}
          top
        />
      )}
    </Stack>
  );
};

/** The facts of the target that have changed since the user saw them. */
const useDifferences = (before: Offer, after: Offer): readonly Difference[] => {
  const { t } = useTranslation('purchases');
  const endText = useEndText();
  const [seen, now] = [pairText(before.target), pairText(after.target)];
  const endsNow = new Map(after.target.ends.map(({ id, endsAt }) => [id, endsAt]));
  const words = useWords();
  const { extending } = kindView(after.order);
  const all = [
    { name: t('review.changed.pair'), before: seen, after: now },
    ...before.target.ends.map(({ id, endsAt }) => ({
      name: extending?.thingText(id, words) ?? id,
      before: endText(endsAt),
      after: endText(endsNow.get(id) ?? null),
    })),
  ];
  return all.filter((one) => one.before !== one.after);
};

/** Returns the date and time of an end as text, or says that it is unknown. */
export const useEndText = (): ((endsAt: number | null) => string) => {
  const { t } = useTranslation('purchases');
  const format = useFormat();
  return (endsAt) => (endsAt === null ? t('review.endUnknown') : format.dateTime(endsAt));
};

interface OpenOnesProps {
  /** Earlier purchases of the same goods that may have been charged. */
  readonly open: readonly OpenPurchase[];
  readonly despite: boolean;
  readonly onDespite: (despite: boolean) => void;
  readonly disabled: boolean;
  readonly onShow: (purchaseId: number) => void;
}

/** Lists what may already be paid for. Paying again requires naming each of them. */
export const OpenOnes = ({ open, despite, onDespite, disabled, onShow }: OpenOnesProps) => {
  const { t } = useTranslation('purchases');
  const format = useFormat();
  const now = useNow();
  if (open.length === 0) return null;
  const numbers = format.list(open.map(({ purchaseId }) => t('review.number', { id: purchaseId })));
  return (
    <Stack gap={12} mb={12}>
      <Notice tone="warn">
        <div className="paragraphs">
          {open.map(({ purchaseId, priceKopecks, createdAt }) => (
            <p key={purchaseId}>
              {t('review.earlier', {
                id: purchaseId,
                time: format.moment(createdAt, now),
                price: format.roublesShort(priceKopecks),
              })}{' '}
              {disabled ? null : (
                <TextLink onGo={() => onShow(purchaseId)}>{t('review.showOpen', { id: purchaseId })}</TextLink>
              )}
            </p>
          ))}
        </div>
      </Notice>
      <Checkbox
        label={t('review.despite', { numbers })}
        checked={despite}
        disabled={disabled}
        onChange={(event) => onDespite(event.currentTarget.checked)}
      />
    </Stack>
  );
};
