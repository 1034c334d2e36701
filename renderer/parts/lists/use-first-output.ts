import { useState } from 'react';
import type { ListsOutput } from '#shared/contract/runs.ts';
import { useSettings } from '../settings/settings-store.ts';
import type { OutputChoice } from './output-fields.tsx';

/** The first choice in a form: `known`, or else files named by the template in the settings. */
export const useFirstOutput = (known?: ListsOutput): OutputChoice => {
  const template = useSettings((state) => state.settings?.fileNameTemplate) ?? '{client}_{date}.txt';
  const [first] = useState<OutputChoice>({ mode: 'files', variant: 'domain', template, ...known });
  return first;
};
