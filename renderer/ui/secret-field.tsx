import { PasswordInput } from '@mantine/core';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';

interface SecretFieldProps {
  readonly label: string;
  readonly help?: string | undefined;
  readonly value: string;
  readonly error: string | undefined;
  readonly first?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly onChange: (value: string) => void;
}

/** A passphrase, or what has a password in it: masked, shown on demand; no program may remember it. */
export const SecretField = ({ label, help, value, error, first, inputRef, onChange }: SecretFieldProps) => {
  const { t } = useTranslation();
  return (
    <PasswordInput
      {...(inputRef === undefined ? {} : { ref: inputRef })}
      label={label}
      description={help}
      value={value}
      error={error}
      // Of Mantine's fields this one does not say it by itself.
      aria-invalid={error !== undefined}
      autoComplete="off"
      spellCheck={false}
      {...(first === true ? { 'data-autofocus': true } : {})}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('secret.reveal', { name: label }) }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
};
