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

/**
 * A field for a passphrase or another text that contains a password. It is masked until the user asks, and no program
 * may remember it.
 */
export const SecretField = ({ label, help, value, error, first, inputRef, onChange }: SecretFieldProps) => {
  const { t } = useTranslation();
  return (
    <PasswordInput
      {...(inputRef === undefined ? {} : { ref: inputRef })}
      label={label}
      description={help}
      value={value}
      error={error}
      // Mantine sets this on all of its other fields.
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
