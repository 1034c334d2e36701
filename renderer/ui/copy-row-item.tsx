import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { copyText } from './copy-text.ts';
import { DeedItem } from './deed.tsx';

/** Copies what a row says, for a spreadsheet: the cells that say something, apart by tabs. */
export const CopyRowItem = ({ cells }: { readonly cells: readonly string[] }) => {
  const { t } = useTranslation();
  const text = cells.filter((cell) => cell !== '').join('\t');
  return <DeedItem deed={{ icon: IconCopy, label: t('grid.copyRow'), run: () => copyText(text) }} />;
};
