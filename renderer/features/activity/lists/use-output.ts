import { useState } from 'react';
import { useSettings } from '../../settings/store.ts';
import type { OutputChoice } from './output-fields.tsx';

/** What is chosen in the form, how to change it, and whether that was done; file names start from the settings' template. */
export const useOutput = (
  mode: OutputChoice['mode'],
): readonly [OutputChoice, (choice: OutputChoice) => void, boolean] => {
  const template = useSettings((state) => state.settings?.fileNameTemplate) ?? '{client}_{date}.txt';
  const [first] = useState<OutputChoice>({ mode, variant: 'domain', template });
  const [choice, setChoice] = useState(first);
  return [choice, setChoice, choice !== first];
};
