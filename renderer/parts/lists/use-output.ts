import { useState } from 'react';
import type { ListsOutput } from '#shared/contract/runs.ts';
import { useSettings } from '../settings/settings-store.ts';
import type { OutputChoice } from './output-fields.tsx';

/**
 * What is chosen in the form, how to change it, and whether that was done. It starts from what is `known`, or from the
 * settings' template for file names.
 */
export const useOutput = (
  mode: OutputChoice['mode'],
  known?: ListsOutput,
): readonly [OutputChoice, (choice: OutputChoice) => void, boolean] => {
  const template = useSettings((state) => state.settings?.fileNameTemplate) ?? '{client}_{date}.txt';
  const [first] = useState<OutputChoice>({ mode, variant: 'domain', template, ...known });
  const [choice, setChoice] = useState(first);
  return [choice, setChoice, choice !== first];
};
