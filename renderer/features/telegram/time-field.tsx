import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';

interface TimeFieldProps {
  readonly id: string;
  readonly 'aria-describedby': string;
  /** `HH:MM`. */
  readonly stored: string;
  readonly error: string | undefined;
  readonly onSave: (time: string) => void;
  readonly onEdit: () => void;
}

/** A time of day that is saved on Enter and on leaving the field; Esc discards the edit. */
export const TimeField = ({ stored, error, onSave, onEdit, ...ids }: TimeFieldProps) => {
  const [typed, setTyped] = useState(stored);
  useEffect(() => setTyped(stored), [stored]);
  const change = (text: string) => {
    setTyped(text);
    onEdit();
  };
  const commit = () => {
    if (typed !== stored) onSave(typed);
  };
  return (
    <TextInput
      {...ids}
      w={140}
      value={typed}
      error={error}
      spellCheck={false}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape') change(stored);
      }}
    />
  );
};
