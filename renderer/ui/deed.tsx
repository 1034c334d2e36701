import { Button, Menu } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { OfflineHint } from './offline-hint.tsx';

/** One thing that can be done with what is selected; the bar above a grid and the right click offer the same deeds. */
export interface Deed {
  readonly icon: Icon;
  readonly label: string;
  /** It needs the network, and there is none. */
  readonly offline?: boolean;
  readonly run: () => void;
}

/** A deed as a button of a bar. `disabled`: another one is under way. */
export const DeedButton = ({ deed, disabled = false }: { readonly deed: Deed; readonly disabled?: boolean }) => {
  const { icon: IconOf, label, offline = false, run } = deed;
  return (
    <OfflineHint offline={offline}>
      <Button leftSection={<IconOf size={15} aria-hidden />} disabled={offline || disabled} onClick={run}>
        {label}
      </Button>
    </OfflineHint>
  );
};

/** A deed as an entry of a menu. */
export const DeedItem = ({ deed: { icon: IconOf, label, offline = false, run } }: { readonly deed: Deed }) => (
  <Menu.Item leftSection={<IconOf size={15} aria-hidden />} disabled={offline} onClick={run}>
    {label}
  </Menu.Item>
);
