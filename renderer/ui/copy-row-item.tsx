import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Deed } from '../nav/chosen-store.ts';
import { copyText } from './copy-text.ts';
import { DeedItem } from './deed.tsx';

/** Copies what a row says, for a spreadsheet: the cells that say something, apart by tabs. */
export const useCopyRow = (cells: readonly string[]): Deed => {
  const { t } = useTranslation();
  const text = cells.filter((cell) => cell !== '').join('\t');
  return { icon: IconCopy, label: t('grid.copyRow'), run: () => copyText(text) };
};

export const CopyRowItem = ({ cells }: { readonly cells: readonly string[] }) => <DeedItem deed={useCopyRow(cells)} />;
