import { invalidInput } from '#shared/result.ts';

/** Returns the trimmed name. Throws `invalid-input` with `required` or `too-long` at `field`; `max` in characters. */
export const requiredName = (field: string, value: string, max: number): string => {
  const name = value.trim();
  if (name === '') throw invalidInput('A name is required.', { field, code: 'required' });
  if (name.length <= max) return name;
  throw invalidInput('The name is too long.', { field, code: 'too-long', params: { max } });
};
