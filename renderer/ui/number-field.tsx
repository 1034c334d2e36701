import { TextInput, type TextInputProps } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { parseDecimalNumber, parseWholeNumber } from '#shared/domain/typed-number.ts';
import { typedNumber } from './typed-number-text.ts';

interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'inputMode'> {
  /** The text as typed. Read it with `parseWholeNumber` or `parseDecimalNumber`. */
  readonly value: string;
  readonly onChange: (typed: string) => void;
  readonly decimal?: boolean;
  /** The step of the up and down arrows, which stay within `min` and `max`. Typing may leave those limits. */
  readonly step?: number;
  readonly min?: number;
  readonly max?: number;
}

/** A number field that keeps exactly what is typed. Silently dropping characters would turn it into another number. */
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
