import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localDate, midnightOf, parseDay, shiftDay, shiftMonth } from '#shared/domain/local-date.ts';
import { useFormat } from '../i18n/use-format.ts';
import { useUnchosen } from './unchosen.tsx';

interface DayFieldProps {
  readonly label: string;
  /** YYYY-MM-DD, or `''` for no day. */
  readonly value: string;
  readonly onChange: (day: string) => void;
  readonly error?: string | undefined;
  readonly description?: string;
  /** Shown while there is no day. The default says that any day will do. */
  readonly placeholder?: string;
  /** The day that counts while the text is not a day. By default it is the last one that was typed. */
  readonly whenWrong?: string;
  /** Called on Enter and when the field is left. */
  readonly onLeave?: () => void;
  readonly onEscape?: (event: KeyboardEvent) => void;
}

const MOVES: Readonly<Record<string, (day: string) => string>> = {
  ArrowUp: (day) => shiftDay(day, 1),
  ArrowDown: (day) => shiftDay(day, -1),
  PageUp: (day) => shiftMonth(day, 1),
  PageDown: (day) => shiftMonth(day, -1),
};

/** A day in the app's own notation. Chromium's date field would use the language of the system. */
export const DayField = ({
  label,
  value,
  onChange,
  error,
  description,
  placeholder,
  whenWrong = value,
  onLeave,
  onEscape,
}: DayFieldProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  /** The typed text and the day at that time. A different day from outside replaces the text. */
  const [typed, setTyped] = useState<{ readonly text: string; readonly day: string }>();
  const [isLeft, setLeft] = useState(false);
  const written = (day: string): string => {
    const at = midnightOf(day);
    return at === undefined ? '' : format.date(at);
  };
  const text = typed?.day === value ? typed.text : written(value);
  const isWrong = text.trim() !== '' && parseDay(text, Date.now()) === null;
  // Otherwise the form would send the previous day.
  useUnchosen(isWrong);
  const type = (next: string) => {
    const day = next.trim() === '' ? '' : (parseDay(next, Date.now()) ?? whenWrong);
    setTyped({ text: next, day });
    setLeft(false);
    if (day !== value) onChange(day);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (event.key === 'Enter') {
      setLeft(true);
      onLeave?.();
    }
    if (event.key === 'Escape' && onEscape !== undefined) {
      // A text that is not a day is discarded first.
      if (isWrong) event.stopPropagation();
      setTyped(undefined);
      onEscape(event);
    }
    if (move === undefined || isWrong) return;
    event.preventDefault();
    setTyped(undefined);
    onChange(value === '' ? localDate(Date.now()) : move(value));
  };
  return (
    <TextInput
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      spellCheck={false}
      placeholder={placeholder ?? t('day.any')}
      value={text}
      error={isWrong && isLeft ? t('day.wrong', { example: written(localDate(Date.now())) }) : error}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={() => {
        setLeft(true);
        if (!isWrong) setTyped(undefined);
        onLeave?.();
      }}
    />
  );
};
