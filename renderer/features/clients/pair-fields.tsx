import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { hasOuterSpaces } from '#shared/domain/client-identity.ts';

interface PairFieldsProps {
  readonly messengerId: string;
  readonly clientKey: string;
  readonly problem: (field: string) => string | undefined;
  readonly onChange: (change: { readonly messengerId?: string; readonly clientKey?: string }) => void;
}

/** The two fields that identify the client. */
export const PairFields = ({ messengerId, clientKey, problem, onChange }: PairFieldsProps) => {
  const { t } = useTranslation(['clients', 'fields']);
  return (
    <>
      <TextInput
        label={t('fields:messengerId')}
        description={t('form.messengerIdHelp')}
        required
        withAsterisk={false}
        inputMode="numeric"
        data-autofocus
        autoFocus
        value={messengerId}
        error={problem('messengerId')}
        onChange={(event) => onChange({ messengerId: event.currentTarget.value })}
      />
      <TextInput
        label={t('fields:clientKey')}
        description={hasOuterSpaces(clientKey) ? t('form.spaces') : t('form.clientKeyHelp')}
        required
        withAsterisk={false}
        spellCheck={false}
        value={clientKey}
        error={problem('clientKey')}
        onChange={(event) => onChange({ clientKey: event.currentTarget.value })}
      />
    </>
  );
};
