import type { TFunction } from 'i18next';
import type { TrashRow } from '#shared/contract/trash.ts';
import { rowClientLabel } from '#shared/domain/client-label.ts';
import type { TrashKind } from '#shared/domain/trash-rules.ts';
import type { Format } from '../../i18n/format.ts';
import type { GridColumn } from '../../ui/grid-column.ts';

interface Words {
  readonly t: TFunction<['trash', 'common', 'fields']>;
  readonly format: Format;
  /** `null` if the desk is not shared. */
  readonly who: ((by: NonNullable<TrashRow['by']>) => string) | null;
}

/** An item with at most this many days left is about to be deleted. */
const FEW_DAYS = 3;

const whoseColumns = (kind: TrashKind, { t, format }: Words): readonly GridColumn<TrashRow>[] =>
  kind === 'client'
    ? [
        {
          id: 'key',
          header: t('fields:clientKey'),
          width: 180,
          sortable: true,
          render: ({ clientKey }) => clientKey,
          title: ({ clientKey }) => clientKey,
        },
        {
          id: 'messengerId',
          header: t('fields:messengerId'),
          width: 140,
          align: 'end',
          render: ({ messengerId }) => messengerId ?? '',
        },
      ]
    : [
        {
          id: 'key',
          header: t('common:words.client'),
          width: 220,
          sortable: true,
          render: rowClientLabel,
          title: rowClientLabel,
        },
        {
          id: 'lines',
          header: t('common:words.lines'),
          width: 90,
          align: 'end',
          render: ({ lines }) => (lines === null ? '' : format.number(lines)),
        },
      ];

export const trashColumns = (kind: TrashKind, words: Words): readonly GridColumn<TrashRow>[] => {
  const { t, format, who } = words;
  const nameOf = ({ name }: TrashRow): string => name || t('noName');
  const removers: readonly GridColumn<TrashRow>[] =
    who === null
      ? []
      : [
          {
            id: 'by',
            header: t('columns.by'),
            width: 150,
            render: ({ by }) => (by === null ? '' : who(by)),
            title: ({ by }) => (by === null ? '' : who(by)),
          },
        ];
  return [
    {
      id: 'name',
      header: kind === 'client' ? t('fields:name') : t('common:words.title'),
      width: 240,
      minWidth: 140,
      sortable: true,
      grow: true,
      render: nameOf,
      title: nameOf,
    },
    ...whoseColumns(kind, words),
    {
      id: 'removed',
      header: t('columns.removed'),
      width: 160,
      sortable: true,
      render: ({ removedAt }) => format.dateTime(removedAt),
      title: ({ removedAt }) => format.exact(removedAt),
    },
    ...removers,
    {
      id: 'left',
      header: t('columns.left'),
      width: 110,
      align: 'end',
      render: ({ daysLeft }) => {
        const text = t('days', { count: daysLeft });
        return daysLeft > FEW_DAYS ? text : <b>{text}</b>;
      },
    },
  ];
};
