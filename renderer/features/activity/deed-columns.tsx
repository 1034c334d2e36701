import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { Deed } from '#shared/contract/undo.ts';
import type { Format } from '../../i18n/format.ts';
import type { GridColumn } from '../../ui/grid-column.ts';

interface DeedColumns {
  readonly t: TFunction<['undo', 'common']>;
  readonly format: Format;
  readonly takeBack: (deed: Deed) => void;
}

export const deedColumns = ({ t, format, takeBack }: DeedColumns): readonly GridColumn<Deed>[] => {
  const titleOf = ({ kind, count, name }: Deed): string =>
    name === null ? t(`deeds.${kind}`, { count }) : t('deeds.named', { what: t(`deeds.${kind}`, { count }), name });
  const stateOf = ({ state, count, undone }: Deed): string =>
    state === 'under-way'
      ? t('underWay')
      : undone === count
        ? t('takenBack')
        : t('partly', { back: undone, count, left: t('left', { count: count - undone }) });
  return [
    {
      id: 'what',
      header: t('columns.what'),
      width: 360,
      minWidth: 200,
      grow: true,
      render: titleOf,
      title: titleOf,
    },
    {
      id: 'at',
      header: t('columns.at'),
      width: 160,
      render: ({ at }) => format.dateTime(at),
      title: ({ at }) => format.exact(at),
    },
    {
      id: 'until',
      header: t('columns.until'),
      width: 170,
      render: ({ state, until }) => (state === 'taken-back' ? '' : format.dateTime(until)),
      title: ({ until }) => format.exact(until),
    },
    {
      id: 'undo',
      header: t('columns.undo'),
      width: 300,
      render: (deed) =>
        deed.state === 'done' ? (
          // Keyboard users find this in the row's menu.
          <Button
            size="compact-xs"
            h={22}
            tabIndex={-1}
            onClick={(event) => {
              event.stopPropagation();
              takeBack(deed);
            }}
          >
            {t('common:actions.undo')}
          </Button>
        ) : (
          stateOf(deed)
        ),
      title: (deed) => (deed.state === 'done' ? '' : stateOf(deed)),
    },
  ];
};
