import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Difference, Purchase } from '#shared/contract/purchases.ts';
import { POOL_TYPES } from '#shared/domain/limits.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { SmallTable } from '../../ui/small-table.tsx';
import { kindView } from '../products/index.ts';

/** Shows the order and the answer side by side where they differ. Shows nothing if they agree. */
export const NotAsOrdered = ({ purchase }: { readonly purchase: Purchase }) => {
  const { t } = useTranslation('purchases');
  const valueText = useValueText(purchase);
  const { differences } = purchase;
  if (differences.length === 0) return null;
  return (
    <Stack gap={8} mt={12}>
      <SmallTable
        label={t('differs.table')}
        columns={[
          { id: 'what', head: t('differs.what'), cell: ({ what }) => t(`differs.${what}`) },
          { id: 'ordered', head: t('differs.ordered'), cell: (one) => valueText(one, one.ordered) },
          { id: 'answered', head: t('differs.answered'), cell: (one) => valueText(one, one.answered) },
        ]}
        rows={differences}
        keyOf={({ what }) => what}
        height={28}
        top
      />
    </Stack>
  );
};

/** Returns a value of the order or of its answer as text. A value that the app does not know is shown unchanged. */
const useValueText = ({ order }: Purchase): ((difference: Difference, value: string) => string) => {
  const { t } = useTranslation(['purchases', 'premium']);
  const format = useFormat();
  const { periodUnit } = kindView(order);
  return ({ what }, value) => {
    const number = Number(value);
    switch (what) {
      case 'pool': {
        const pool = POOL_TYPES.find((one) => one === value.toLowerCase());
        return pool === undefined ? value : t(`premium:poolsInline.${pool}`);
      }
      case 'gb':
        return format.gb(number);
      case 'period':
        return t(`purchases:${periodUnit}`, { count: number });
      case 'country':
        return format.country(value);
      case 'ipv':
        return number === 3 || number === 4 || number === 6 ? t(`purchases:ipv.ipv${number}`) : value;
      case 'proxies':
      case 'uuid':
        return value === '' ? t('purchases:differs.none') : value;
      case 'new':
        return value === '' ? t('purchases:differs.newOnes') : value;
      default:
        return value;
    }
  };
};
