import { TextInput, type TextInputProps } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { parseDecimalNumber, parseWholeNumber } from '#shared/domain/typed-number.ts';
import { typedNumber } from './typed-number-text.ts';

interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'inputMode'> {
  /** As it was typed; read it with `parseWholeNumber` or `parseDecimalNumber`. */
  readonly value: string;
  readonly onChange: (typed: string) => void;
  readonly decimal?: boolean;
  /** Arrow up and down; they stay within `min` and `max`, typing does not. */
  readonly step?: number;
  readonly min?: number;
  readonly max?: number;
}

/** A number that stays as it is typed: characters that are left out without a word make another number of it. */
export const NumberField = (props: NumberFieldProps) => {
  const { value, onChange, decimal = false, step = 1, min = 0, max = Number.MAX_SAFE_INTEGER, ...input } = props;
  const { i18n } = useTranslation();
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    input.onKeyDown?.(event);
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    const read = decimal ? parseDecimalNumber(value) : parseWholeNumber(value);
    if (direction === 0 || read === null) return;
    event.preventDefault();
    onChange(typedNumber(Math.min(max, Math.max(min, read + direction * step)), i18n.language));
  };
  return (
    <TextInput
      autoComplete="off"
      spellCheck={false}
      {...input}
      inputMode={decimal ? 'decimal' : 'numeric'}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
};
