import { Button, Group } from '@mantine/core';
import { IconDeviceDesktop, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import type { ProcedureOutput } from '#shared/contract/index.ts';
import type { AppError } from '#shared/result.ts';
import { call } from '../../bridge/desk.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { ServiceButton } from '../../ui/service-hint.tsx';

type MyAddress = ProcedureOutput<'premium.myAddresses'>['addresses'][number];

interface MyAddresses {
  readonly addresses: readonly MyAddress[] | undefined;
  readonly loading: boolean;
  readonly error: AppError | undefined;
}

/** Looked up on request, and then offered with every client. */
const useMyAddresses = create<MyAddresses>(() => ({ addresses: undefined, loading: false, error: undefined }));

const lookUpMyAddresses = async (): Promise<void> => {
  useMyAddresses.setState({ loading: true, error: undefined });
  const result = await call('premium.myAddresses', {});
  useMyAddresses.setState(
    result.ok ? { addresses: result.value.addresses, loading: false } : { loading: false, error: result.error },
  );
};

interface MyAddressButtonsProps {
  /** The addresses that are already on the list. */
  readonly known: readonly string[];
  readonly disabled: boolean;
  readonly onAdd: (ip: string) => void;
}

/**
 * Adds an address of this computer with one click. The first look-up asks an outside server, so it waits for a click as
 * well.
 */
export const MyAddressButtons = ({ known, disabled, onAdd }: MyAddressButtonsProps) => {
  const { t } = useTranslation('premium');
  const { addresses, loading, error } = useMyAddresses();
  const offered = (addresses ?? []).filter(({ ip }) => !known.includes(ip));
  if (error !== undefined) return <ErrorNotice error={error} onRetry={() => void lookUpMyAddresses()} />;
  return (
    <Group gap={8} mt={8}>
      {addresses === undefined ? (
        <Button
          className="flush-start"
          size="compact-sm"
          variant="subtle"
          leftSection={<IconDeviceDesktop size={15} aria-hidden />}
          loading={loading}
          onClick={() => void lookUpMyAddresses()}
        >
          {t('whitelist.mine')}
        </Button>
      ) : (
        offered.map(({ ip, source, isPublic }) => (
          <ServiceButton
            key={ip}
            size="compact-sm"
            variant={isPublic ? 'default' : 'subtle'}
            color={isPublic ? 'accent' : 'gray'}
            leftSection={<IconPlus size={14} aria-hidden />}
            disabled={disabled}
            title={t(
              isPublic ? (source === 'lookup' ? 'whitelist.mineHint' : 'whitelist.mineLocal') : 'whitelist.notPublic',
            )}
            onClick={() => onAdd(ip)}
          >
            {t('whitelist.addMine', { ip })}
          </ServiceButton>
        ))
      )}
    </Group>
  );
};
