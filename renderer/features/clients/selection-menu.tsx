import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ActionItems } from '../../ui/menu-action.tsx';
import { type ClientSelection, useSelectionActions } from './use-selection-actions.ts';

/** What the bar above the grid offers for the selected clients, behind the right click on one of them. */
export const SelectionMenuItems = (selection: ClientSelection) => {
  const { t } = useTranslation('clients');
  const { work, standing, schedule, exportCsv, archive, remove } = useSelectionActions(selection);
  return (
    <>
      <Menu.Label>{t('bulk.selected', { count: selection.clientIds.length })}</Menu.Label>
      <ActionItems actions={[...work, standing, schedule, exportCsv]} />
      <Menu.Divider />
      <ActionItems actions={[archive, remove]} />
    </>
  );
};
