import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { pastedLine } from '#shared/domain/csv-writer.ts';
import type { MenuAction } from '../nav/chosen-store.ts';
import { copyText } from './copy-text.ts';
import { ActionItem } from './menu-action.tsx';

/** Copies the non-empty cells of a row for a spreadsheet, separated by tabs. Nothing in a cell runs as a formula. */
export const useCopyRow = (cells: readonly string[]): MenuAction => {
  const { t } = useTranslation();
  const text = pastedLine(cells.filter((cell) => cell !== ''));
  return { icon: IconCopy, label: t('grid.copyRow'), run: () => copyText(text) };
};

export const CopyRowItem = ({ cells }: { readonly cells: readonly string[] }) => (
  <ActionItem action={useCopyRow(cells)} />
);
