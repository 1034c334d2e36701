import { Button, Group, Popover, Radio } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProcedureOutput } from '#shared/contract/index.ts';
import { useFormat } from '../../i18n/use-format.ts';

interface PayerFilterProps {
  readonly value: string | undefined;
  readonly onChange: (computer: string | undefined) => void;
  readonly payers: ProcedureOutput<'purchases.facets'>['computers'];
}

const ANYBODY = '*';

/** The name of the computer that bought. `computer` is its mark; `null` or '' stands for this one. */
export const usePayerName = () => {
  const { t } = useTranslation('sharedDesk');
  return useCallback(
    ({ computer, computerName }: { readonly computer: string | null; readonly computerName: string }): string =>
      computer === null || computer === '' ? t('computers.this') : computerName || t('changed.somebody'),
    [t],
  );
};

/** Restricts a shared ledger to the purchases of one computer. */
export const PayerFilter = ({ value, onChange, payers }: PayerFilterProps) => {
  const { t } = useTranslation(['purchases', 'sharedDesk']);
  const format = useFormat();
  const nameOf = usePayerName();
  const chosen = payers.find(({ computer }) => computer === value);
  const label = t('sharedDesk:changed.bought');
  const text = chosen === undefined ? t('purchases:filter.anybody') : nameOf(chosen);
  return (
    <Popover position="bottom-start" width={280} trapFocus returnFocus>
      <Popover.Target>
        <Button rightSection={<IconChevronDown size={14} aria-hidden />} aria-label={`${label}: ${text}`} maw={180}>
          {text}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Radio.Group
          aria-label={label}
          value={value ?? ANYBODY}
          onChange={(computer) => onChange(computer === ANYBODY ? undefined : computer)}
        >
          <Group mih={28}>
            <Radio value={ANYBODY} label={t('purchases:filter.anybody')} />
          </Group>
          {payers.map((payer) => (
            <Group key={payer.computer} gap={8} wrap="nowrap" justify="space-between" mih={28}>
              <Radio value={payer.computer} label={nameOf(payer)} />
              <span className="dim">{format.number(payer.count)}</span>
            </Group>
          ))}
        </Radio.Group>
      </Popover.Dropdown>
    </Popover>
  );
};
