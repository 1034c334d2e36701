import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DeedItems } from '../../ui/deed.tsx';
import { type ClientSelection, useSelectionDeeds } from './use-selection-deeds.ts';

/** What the bar above the grid offers for the selected clients, behind the right click on one of them. */
export const SelectionMenuItems = (selection: ClientSelection) => {
  const { t } = useTranslation('clients');
  const { work, exportCsv, archive, remove } = useSelectionDeeds(selection);
  return (
    <>
      <Menu.Label>{t('bulk.selected', { count: selection.clientIds.length })}</Menu.Label>
      <DeedItems deeds={[...work, exportCsv]} />
      <Menu.Divider />
      <DeedItems deeds={[archive, remove]} />
    </>
  );
};
