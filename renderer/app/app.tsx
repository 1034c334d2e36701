import { MantineProvider } from '@mantine/core';
import { useColorScheme } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useSettings } from '../features/settings/store.ts';
import { theme } from '../theme/theme.ts';
import { cssVariables } from '../theme/variables.ts';

/** The theme around everything: light or dark by the setting, else by the OS, without a script in the page. */
export const App = ({ children }: { readonly children: ReactNode }) => {
  const setting = useSettings(({ settings }) => settings?.theme ?? 'system');
  const ofSystem = useColorScheme(undefined, { getInitialValueInEffect: false });
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      forceColorScheme={setting === 'system' ? ofSystem : setting}
    >
      {children}
    </MantineProvider>
  );
};
