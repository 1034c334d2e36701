import { useState } from 'react';
import type { ListsOutput } from '#shared/contract/runs.ts';
import { useSettings } from '../settings/settings-store.ts';
import type { OutputChoice } from './output-fields.tsx';

/**
 * The output that is chosen in the form, its setter, and whether the user changed it. It starts from `known`, or else
 * from the file name template in the settings.
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
