import { MantineProvider } from '@mantine/core';
import { useColorScheme } from '@mantine/hooks';
import { memo, type ReactNode } from 'react';
import { useSettings } from '../parts/settings/settings-store.ts';
import { theme } from '../ui/theme/theme.ts';
import { cssVariables } from '../ui/theme/variables.ts';

interface ThemedProps {
  readonly scheme: 'light' | 'dark';
  readonly children: ReactNode;
}

/** Apart, because all of Mantine's components are drawn anew with their provider: only for another scheme, then. */
const Themed = memo(({ scheme, children }: ThemedProps) => (
  <MantineProvider theme={theme} cssVariablesResolver={cssVariables} forceColorScheme={scheme}>
    {children}
  </MantineProvider>
));

/** The theme around everything: light or dark by the setting, else by the OS, without a script in the page. */
export const App = ({ children }: { readonly children: ReactNode }) => {
  const setting = useSettings(({ settings }) => settings?.theme ?? 'system');
  const ofSystem = useColorScheme(undefined, { getInitialValueInEffect: false });
  return <Themed scheme={setting === 'system' ? ofSystem : setting}>{children}</Themed>;
};
