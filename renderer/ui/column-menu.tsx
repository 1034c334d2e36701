import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconColumns3, IconEyeOff, IconRestore } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './data-grid.module.css';
import { ICON } from './menu-icon.ts';
import type { GridColumns } from './use-grid-columns.ts';

interface ColumnMenuItemsProps<Row> {
  readonly grid: GridColumns<Row>;
  /** The column of the header whose menu is open. */
  readonly columnId: string;
}

/** The actions on one column, and the choice of the visible ones. */
export const ColumnMenuItems = <Row,>({ grid, columnId }: ColumnMenuItemsProps<Row>) => {
  const { t } = useTranslation();
  const column = grid.columns.find(({ id }) => id === columnId);
  return (
    <>
      {column === undefined ? null : (
        <>
          <Menu.Label>{column.header}</Menu.Label>
          <Menu.Item
            leftSection={<IconArrowLeft {...ICON} />}
            disabled={grid.columns[0]?.id === columnId}
            onClick={() => grid.moveBy(columnId, -1)}
          >
            {t('grid.moveLeft')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowRight {...ICON} />}
            disabled={grid.columns.at(-1)?.id === columnId}
            onClick={() => grid.moveBy(columnId, 1)}
          >
            {t('grid.moveRight')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconEyeOff {...ICON} />}
            disabled={!grid.canHide(columnId)}
            onClick={() => grid.setShown(columnId, false)}
          >
            {t('grid.hide')}
          </Menu.Item>
          <Menu.Divider />
        </>
      )}
      <ColumnChoice grid={grid} />
    </>
  );
};

const ColumnChoice = <Row,>({ grid }: { readonly grid: GridColumns<Row> }) => {
  const { t } = useTranslation();
  return (
    <>
      <Menu.Label>{t('grid.columns')}</Menu.Label>
      {grid.all.map(({ id, header }) => (
        <Menu.CheckboxItem
          key={id}
          checked={grid.isShown(id)}
          disabled={!grid.canHide(id)}
          onChange={(shown) => grid.setShown(id, shown)}
        >
          {header}
        </Menu.CheckboxItem>
      ))}
      <Menu.Divider />
      <Menu.Item leftSection={<IconRestore {...ICON} />} disabled={!grid.isChanged} onClick={grid.reset}>
        {t('grid.reset')}
      </Menu.Item>
    </>
  );
};

/** The button at the right end of the header. */
export const ColumnsButton = <Row,>({ grid, idle }: { readonly grid: GridColumns<Row>; readonly idle: boolean }) => {
  const { t } = useTranslation();
  return (
    <th className={styles.columnsCell}>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon size={24} tabIndex={idle ? -1 : 0} aria-label={t('grid.columns')} title={t('grid.columns')}>
            <IconColumns3 size={15} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown className={styles.columnsMenu ?? ''}>
          <ColumnChoice grid={grid} />
        </Menu.Dropdown>
      </Menu>
    </th>
  );
};
