import { Checkbox, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '../i18n/use-format.ts';

interface CountedChoicesProps {
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  /** `count`: how many rows have the value. */
  readonly choices: readonly { readonly value: string; readonly label: ReactNode; readonly count: number }[];
}

/** Check boxes of a filter that accepts any number of values, each with the number of rows that have it. */
export const CountedChoices = ({ value, onChange, choices }: CountedChoicesProps) => {
  const format = useFormat();
  const toggle = (one: string) =>
    onChange(value.includes(one) ? value.filter((other) => other !== one) : [...value, one]);
  return choices.map((choice) => (
    <Group key={choice.value} gap={12} wrap="nowrap" justify="space-between" mih={26}>
      <Checkbox label={choice.label} checked={value.includes(choice.value)} onChange={() => toggle(choice.value)} />
      <span className="dim">{format.number(choice.count)}</span>
    </Group>
  ));
};
