import { Button, Menu } from '@mantine/core';
import type { Deed } from '../nav/chosen-store.ts';
import styles from './deed.module.css';
import { ICON } from './menu-icon.ts';
import { ServiceHint, useGapText } from './service-hint.tsx';

/** A deed as a button of a bar. `disabled`: another one is under way. */
export const DeedButton = ({ deed, disabled = false }: { readonly deed: Deed; readonly disabled?: boolean }) => {
  const { icon: IconOf, label, noService = false, run } = deed;
  return (
    <ServiceHint blocked={noService}>
      <Button leftSection={<IconOf {...ICON} />} disabled={disabled} onClick={run}>
        {label}
      </Button>
    </ServiceHint>
  );
};

interface DeedItemProps {
  readonly deed: Deed;
  /** Another one is under way. */
  readonly disabled?: boolean;
}

/** A deed as an entry of a menu. */
export const DeedItem = ({
  deed: { icon: IconOf, label, noService = false, run },
  disabled = false,
}: DeedItemProps) => {
  const reason = useGapText();
  return (
    <Menu.Item
      leftSection={<IconOf {...ICON} />}
      rightSection={noService ? <span className={styles.reason}>{reason}</span> : null}
      disabled={noService || disabled}
      onClick={run}
    >
      {label}
    </Menu.Item>
  );
};

export const DeedItems = ({ deeds }: { readonly deeds: readonly Deed[] }) =>
  deeds.map((deed) => <DeedItem key={deed.label} deed={deed} />);
