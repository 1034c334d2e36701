import { Button, SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Purchase, Resolution } from '#shared/contract/purchases.ts';
import type { Language } from '#shared/domain/language.ts';
import { supportText } from '#shared/domain/support-text.ts';
import { useLanguage, useTextsIn } from '../../i18n/use-language.ts';
import { go } from '../../nav/router.ts';
import { copyText } from '../../ui/copy-text.ts';
import styles from './purchases.module.css';

const kopecksOf = (value: number | string | null | undefined): number | null =>
  typeof value === 'number' ? value : null;

/** The service's own total around the purchase, if it was compared. */
const spendingOf = (resolution: Resolution | null) => {
  const spent = resolution?.facts.find(({ fact }) => fact === 'spent');
  return { spentBeforeKopecks: kopecksOf(spent?.before), spentAfterKopecks: kopecksOf(spent?.after) };
};

/**
 * A text for the service's support in either language, for a possible charge whose goods cannot be read through the
 * API.
 */
export const SupportRequest = ({ purchase }: { readonly purchase: Purchase }) => {
  const { t } = useTranslation(['purchases', 'common', 'settings']);
  const [language, setLanguage] = useState<Language>(useLanguage());
  const words = useTextsIn(language);
  const [copied, setCopied] = useState(false);
  const { order, outcome, basis, goodsState, sentAt, finishedAt, resolution } = purchase;
  const isMissing = goodsState === 'missing';
  const known = !isMissing ? 'open' : basis === 'evidence' ? 'probably' : 'charged';
  const priceKopecks = purchase.chargedKopecks ?? purchase.priceKopecks;
  const text = useMemo(
    () =>
      order.kind !== 'dedicated' || sentAt === null
        ? null
        : words &&
          supportText(
            {
              ...order,
              known,
              priceKopecks,
              sentAt,
              foundAt: known === 'probably' ? finishedAt : null,
              ...spendingOf(resolution),
            },
            words,
          ),
    [order, known, priceKopecks, sentAt, finishedAt, resolution, words],
  );
  if (text === null || !(isMissing || outcome === 'open')) return null;
  return (
    <>
      <h3 className={styles.subheading}>{t('support.title')}</h3>
      <p className="para">{t(isMissing ? 'support.text' : 'support.openText')}</p>
      <SegmentedControl
        aria-label={t('support.language')}
        value={language}
        data={[
          { value: 'ru', label: t('settings:language.ru') },
          { value: 'en', label: t('settings:language.en') },
        ]}
        onChange={(value) => {
          setLanguage(value);
          setCopied(false);
        }}
      />
      <p className={`${styles.support} selectable`}>{text}</p>
      <Button disabled={text === undefined} onClick={() => setCopied(text !== undefined && copyText(text))}>
        {copied ? t('common:actions.copied') : t('support.copy')}
      </Button>
      {isMissing ? (
        <>
          <p className="para">{t('support.enterText')}</p>
          <Button onClick={() => go('dedicated', { importFor: purchase.id })}>{t('support.enter')}</Button>
        </>
      ) : null}
    </>
  );
};
