import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeskFacts, RestoreOffer } from '#shared/contract/backup.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Notice } from '../../ui/notice.tsx';
import { SmallTable } from '../../ui/small-table.tsx';
import styles from './backup.module.css';
import type { RestoreSource } from './restore-source.ts';

const COUNTS = ['clients', 'subscriptions', 'proxies', 'lists', 'purchases'] as const;

interface RestorePreviewProps {
  readonly offer: RestoreOffer;
  readonly source: RestoreSource['kind'];
}

/** Compares the content of a backup with the current desk, and says what happens to the latter. */
export const RestorePreview = ({ offer, source }: RestorePreviewProps) => {
  const { t } = useTranslation(['backup', 'settings']);
  const format = useFormat();
  const { brings, present } = offer;
  const made = { time: format.dateTime(offer.createdAt), version: offer.appVersion ?? '' };
  const isEmpty = present.accounts.length === 0;
  const isBehind = (present.lastPurchaseAt ?? 0) > (brings.lastPurchaseAt ?? 0);
  const lastPurchase = ({ lastPurchaseAt }: DeskFacts) =>
    lastPurchaseAt === null ? t('preview.none') : format.dateTime(lastPurchaseAt);
  const rows: readonly { readonly name: string; readonly of: (facts: DeskFacts) => ReactNode }[] = [
    { name: t('settings:sections.accounts'), of: (facts) => <Accounts facts={facts} /> },
    ...COUNTS.map((name) => ({
      name: t(`preview.${name}`),
      of: (facts: DeskFacts) => format.number(facts[name]),
    })),
    { name: t('preview.lastPurchase'), of: lastPurchase },
    { name: t('preview.size'), of: ({ bytes }) => format.bytes(bytes) },
  ];
  return (
    <Stack gap={14} className="selectable">
      <p className="prose">{offer.appVersion === null ? t('preview.madeAt', made) : t('preview.madeBy', made)}</p>
      <SmallTable
        label={t('preview.table')}
        columns={[
          { id: 'name', cell: ({ name }) => name },
          { id: 'brings', head: t('preview.brings'), width: '36%', cell: ({ of }) => of(brings) },
          { id: 'present', head: t('preview.present'), width: '36%', cell: ({ of }) => of(present) },
        ]}
        rows={rows}
        keyOf={({ name }) => name}
        height={28}
        top
      />
      {isBehind ? <Notice tone="warn">{t('preview.behind')}</Notice> : null}
      {isEmpty ? null : <Notice tone="info">{t('preview.setAside')}</Notice>}
      {source === 'file' ? <Notice tone="info">{t('preview.tokens')}</Notice> : null}
      {source === 'file' ? <p className="prose">{t('preview.leftOut')}</p> : null}
      {source === 'file' && brings.accounts.some(({ isSandbox }) => isSandbox) ? (
        <p className="prose">{t('preview.sandbox')}</p>
      ) : null}
    </Stack>
  );
};

const SHOWN = 4;

const Accounts = ({ facts: { accounts } }: { readonly facts: DeskFacts }) => {
  const { t } = useTranslation(['backup', 'account', 'common']);
  if (accounts.length === 0) return <>{t('preview.none')}</>;
  const names = accounts.map(({ label, baseUrl, isSandbox }) => {
    const name = label !== '' ? label : isSandbox ? t('common:status.sandbox') : t('preview.unnamed');
    // The address is shown because the user will type a token for it.
    return isSandbox ? name : t('preview.account', { name, address: baseUrl });
  });
  const more = names.length - SHOWN;
  return (
    <ul className={styles.accounts} title={names.join('\n')}>
      {names.slice(0, SHOWN).map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may be the same, and the list does not change
        <li key={index}>{name}</li>
      ))}
      {more > 0 ? <li>{t('preview.more', { count: more })}</li> : null}
    </ul>
  );
};
