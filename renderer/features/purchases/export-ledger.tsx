import { Button } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PurchaseFilter } from '#shared/contract/purchases.ts';
import type { LedgerTable } from '#shared/domain/ledger-tables.ts';
import { useAction } from '../../bridge/use-action.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { actionToast, errorToast } from '../../ui/undo-toast.tsx';

interface ExportLedgerProps {
  readonly filter: PurchaseFilter;
  readonly table: LedgerTable;
  readonly disabled: boolean;
}

/** Writes the filtered ledger to a file for Excel, in the current language. */
export const ExportLedger = ({ filter, table, disabled }: ExportLedgerProps) => {
  const { t } = useTranslation(['ledger', 'lists', 'clients']);
  const language = useLanguage();
  const { run, busy } = useAction('purchases.exportCsv');
  const save = async () => {
    const result = await run({ filter, table, language });
    if (!result.ok) errorToast(result.error);
    else if (result.value !== null) {
      const { exportId, fileName, rows } = result.value;
      actionToast(
        t(table === 'purchases' ? 'csv.done' : 'csv.rows', { file: fileName, count: rows }),
        t('lists:showInFolder'),
        () => void callOrTell('purchases.showCsv', { exportId }),
      );
    }
  };
  return (
    <Button
      leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
      loading={busy}
      disabled={disabled}
      onClick={() => void save()}
    >
      {t('clients:export')}
    </Button>
  );
};
