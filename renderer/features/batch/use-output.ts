import { useState } from 'react';
import { useSettings } from '../settings/store.ts';
import type { OutputChoice } from './output-fields.tsx';

/** What is chosen in the form; file names start from the template of the settings. */
export const useOutput = (mode: OutputChoice['mode']) => {
  const template = useSettings((state) => state.settings?.fileNameTemplate) ?? '{client}_{date}.txt';
  return useState<OutputChoice>({ mode, variant: 'domain', template });
};
