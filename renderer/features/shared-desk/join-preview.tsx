import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { JoinOffer } from '#shared/contract/shared-desk.ts';
import { accountName, useActiveAccount } from '../../bridge/accounts-store.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Fact } from '../../ui/fact.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SmallTable } from '../../ui/small-table.tsx';

/** Shown if nothing proves that this computer belongs to the reseller of the desk. */
const WhoseNotice = ({ whose: { verdict, spentHereKopecks, spentThereKopecks } }: Pick<JoinOffer, 'whose'>) => {
  const { t } = useTranslation('sharedDesk');
  const format = useFormat();
  if (verdict === 'same') return null;
  const areCompared = spentHereKopecks !== null && spentThereKopecks !== null;
  return (
    <Notice tone={verdict === 'other' ? 'bad' : 'warn'}>
      <div className="paragraphs">
        <p>{t(`preview.whose.${verdict}`)}</p>
        {areCompared ? (
          <p>
            {t('preview.whose.spent', {
              here: format.roubles(spentHereKopecks),
              there: format.roubles(spentThereKopecks),
            })}
          </p>
        ) : null}
        <p>{t('preview.whose.danger')}</p>
      </div>
    </Notice>
  );
};

/** Shows whose desk it is, where it is, and what happens to the clients of this computer. */
export const JoinPreview = ({ offer }: { readonly offer: JoinOffer }) => {
  const { t } = useTranslation(['sharedDesk', 'common']);
  const format = useFormat();
  const account = useActiveAccount();
  const { deskName, invitedBy, store, validUntil, clients, orders } = offer;
  const { here, there, both, back } = clients;
  const rows = [
    [t('preview.here'), here],
    [t('preview.there'), there],
    [t('preview.both'), both],
  ] as const;
  return (
    <Stack gap={14} className="selectable">
      <dl className="facts">
        <Fact name={t('facts.name')}>{deskName}</Fact>
        <Fact name={t('preview.invitedBy')}>{invitedBy}</Fact>
        <Fact name={t('facts.place')}>
          {t('place', { host: store.host, port: String(store.port), database: store.database })}
        </Fact>
        <Fact name={t('preview.validUntil')}>{format.date(validUntil - 1)}</Fact>
      </dl>
      <SmallTable
        label={t('preview.table')}
        columns={[
          { id: 'name', cell: ([name]) => name, foot: t('preview.all') },
          {
            id: 'count',
            align: 'end',
            cell: ([, count]) => format.number(count),
            foot: format.number(here + there + both),
          },
        ]}
        rows={rows}
        keyOf={([name]) => name}
        height={28}
      />
      <p className="prose">
        {t('preview.text', {
          account: account === undefined ? '' : accountName(account, t('common:status.sandbox')),
        })}
      </p>
      {back === 0 ? null : <p className="prose">{t('preview.back', { count: back })}</p>}
      {orders === 0 ? null : <p className="prose">{t('preview.orders', { count: orders })}</p>}
      <WhoseNotice whose={offer.whose} />
      {here + both === 0 ? null : <Notice tone="warn">{t('preview.mine')}</Notice>}
    </Stack>
  );
};
