import { Input, SegmentedControl, type SegmentedControlProps } from '@mantine/core';

type Choice = string | number | boolean;

interface ChoiceFieldProps<V extends Choice>
  extends Required<Pick<SegmentedControlProps<V>, 'value' | 'data' | 'onChange'>> {
  readonly label: string;
  readonly description?: string;
  readonly error?: string | undefined;
}

/** A form field that offers a few choices, all of them visible. */
export const ChoiceField = <V extends Choice>({ label, description, error, ...choice }: ChoiceFieldProps<V>) => (
  <Input.Wrapper label={label} description={description} error={error} labelElement="div">
    <SegmentedControl fullWidth mt={description === undefined ? 0 : 6} aria-label={label} {...choice} />
  </Input.Wrapper>
);
