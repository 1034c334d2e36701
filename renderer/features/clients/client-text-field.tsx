import { Textarea, TextInput } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { type ClientTextName, clientText } from '#shared/domain/client-fields.ts';

interface ClientTextFieldProps {
  readonly name: ClientTextName;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
  readonly onBlur?: () => void;
  readonly onEscape?: (event: KeyboardEvent) => void;
  /** Called for Enter in a single-line field. */
  readonly onEnter?: () => void;
}

/** One of the texts about a client, with its declared number of lines. */
export const ClientTextField = ({ name, onChange, onEscape, onEnter, ...field }: ClientTextFieldProps) => {
  const { t } = useTranslation('fields');
  const [minRows, maxRows] = clientText(name).lines;
  const common = { ...field, label: t(name) };
  if (maxRows > 1) {
    return (
      <Textarea
        {...common}
        autosize
        minRows={minRows}
        maxRows={maxRows}
        onChange={(event) => onChange(event.currentTarget.value)}
        {...(onEscape === undefined ? {} : { onKeyDown: onEscape })}
      />
    );
  }
  return (
    <TextInput
      {...common}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => (event.key === 'Enter' && onEnter !== undefined ? onEnter() : onEscape?.(event))}
    />
  );
};
