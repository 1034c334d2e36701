import type { TFunction } from 'i18next';
import type { StandingOrder } from '#shared/contract/standing.ts';
import type { Format } from '../../i18n/format.ts';
import { productOf } from '../../parts/products/index.ts';
import { ProductMark } from '../../parts/products/product-mark.tsx';
import type { GridColumn } from '../../ui/grid-column.ts';
import { OrderState } from './order-state.tsx';

interface Texts {
  readonly nameOf: (order: StandingOrder) => string;
  readonly targetsOf: (targets: StandingOrder['targets']) => string;
}

export const orderColumns = (
  t: TFunction<['standing']>,
  format: Format,
  { nameOf, targetsOf }: Texts,
): readonly GridColumn<StandingOrder>[] => [
  {
    id: 'name',
    header: t('columns.name'),
    width: 230,
    minWidth: 160,
    grow: true,
    render: (order) => (
      <>
        {order.action === null ? null : <ProductMark name={productOf(order.action.kind)} />}
        {nameOf(order)}
      </>
    ),
    title: nameOf,
  },
  {
    id: 'targets',
    header: t('columns.targets'),
    width: 160,
    grow: true,
    render: ({ targets }) => targetsOf(targets),
    title: ({ targets }) => targetsOf(targets),
  },
  { id: 'state', header: t('columns.state'), width: 200, render: (order) => <OrderState order={order} /> },
  { id: 'mode', header: t('columns.mode'), width: 110, render: ({ mode }) => t(`mode.${mode}`) },
  {
    id: 'month',
    header: t('columns.month'),
    width: 120,
    align: 'end',
    render: ({ monthKopecks }) => format.roublesShort(monthKopecks),
  },
  {
    id: 'last',
    header: t('columns.last'),
    width: 156,
    render: ({ lastAt }) => (lastAt === null ? '—' : format.dateTime(lastAt)),
  },
];
