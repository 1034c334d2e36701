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

/**
 * This is memoized because Mantine draws all of its components anew with their provider. Only another scheme needs
 * that.
 */
const Themed = memo(({ scheme, children }: ThemedProps) => (
  <MantineProvider theme={theme} cssVariablesResolver={cssVariables} forceColorScheme={scheme}>
    {children}
  </MantineProvider>
));

/**
 * Wraps everything in the theme. The setting decides between light and dark, else the OS does, without a script in the
 * page.
 */
export const App = ({ children }: { readonly children: ReactNode }) => {
  const setting = useSettings(({ settings }) => settings?.theme ?? 'system');
  const ofSystem = useColorScheme(undefined, { getInitialValueInEffect: false });
  return <Themed scheme={setting === 'system' ? ofSystem : setting}>{children}</Themed>;
};
