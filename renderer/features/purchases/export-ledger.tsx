import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconChevronDown, IconFileSpreadsheet } from '@tabler/icons-react';
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
  /** Whether the screen shows a period, by which payments can be exported as well. */
  readonly withPayments: boolean;
}

/** Writes the filtered ledger to a file for Excel, in the current language. */
export const ExportLedger = ({ filter, table, disabled, withPayments }: ExportLedgerProps) => {
  const { t } = useTranslation(['ledger', 'lists', 'clients']);
  const language = useLanguage();
  const { run, busy } = useAction('purchases.exportCsv');
  const save = async (wanted: LedgerTable) => {
    const result = await run({ filter, table: wanted, language });
    if (!result.ok) errorToast(result.error);
    else if (result.value !== null) {
      const { exportId, fileName, rows } = result.value;
      actionToast(
        t(wanted === 'purchases' ? 'csv.done' : 'csv.rows', { file: fileName, count: rows }),
        t('lists:showInFolder'),
        () => void callOrTell('purchases.showCsv', { exportId }),
      );
    }
  };
  const button = (
    <Button
      leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
      loading={busy}
      disabled={disabled}
      onClick={() => void save(table)}
    >
      {t('clients:export')}
    </Button>
  );
  if (!withPayments) return button;
  return (
    <Button.Group>
      {button}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={30} disabled={busy} aria-label={t('csv.more')} title={t('csv.more')}>
            <IconChevronDown size={15} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item title={t('csv.paymentsHelp')} onClick={() => void save('payments')}>
            {t('csv.payments')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  );
};
