import { PasswordInput } from '@mantine/core';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';

interface PassphraseFieldProps {
  readonly label: string;
  readonly help?: string | undefined;
  readonly value: string;
  readonly error: string | undefined;
  readonly first?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly onChange: (value: string) => void;
}

/** Masked, shown on demand; no program may remember it. */
export const PassphraseField = ({ label, help, value, error, first, inputRef, onChange }: PassphraseFieldProps) => {
  const { t } = useTranslation('backup');
  return (
    <PasswordInput
      {...(inputRef === undefined ? {} : { ref: inputRef })}
      label={label}
      description={help}
      value={value}
      error={error}
      autoComplete="off"
      spellCheck={false}
      {...(first === true ? { 'data-autofocus': true } : {})}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('show', { name: label }) }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
};
