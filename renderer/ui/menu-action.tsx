import { Button, Menu } from '@mantine/core';
import type { MenuAction } from '../nav/chosen-store.ts';
import { KeyHint } from './key-hint.tsx';
import styles from './menu-action.module.css';
import { ICON } from './menu-icon.ts';
import { ServiceHint, useGapText } from './service-hint.tsx';

/** An action as a button of a bar. It is `disabled` while another action runs. */
export const ActionButton = ({
  action,
  disabled = false,
}: {
  readonly action: MenuAction;
  readonly disabled?: boolean;
}) => {
  const { icon: IconOf, label, noService = false, run } = action;
  return (
    <ServiceHint blocked={noService}>
      <Button leftSection={<IconOf {...ICON} />} disabled={disabled} onClick={run}>
        {label}
      </Button>
    </ServiceHint>
  );
};

interface ActionItemProps {
  readonly action: MenuAction;
  /** Another action is running. */
  readonly disabled?: boolean;
}

/** An action as an entry of a menu. */
export const ActionItem = ({
  action: { icon: IconOf, label, noService = false, blocked, keys, run },
  disabled = false,
}: ActionItemProps) => {
  const gap = useGapText();
  const reason = noService ? gap : blocked;
  return (
    <Menu.Item
      leftSection={<IconOf {...ICON} />}
      rightSection={
        reason === undefined ? (
          keys === undefined ? null : (
            <KeyHint keys={keys} />
          )
        ) : (
          <span className={styles.reason}>{reason}</span>
        )
      }
      disabled={reason !== undefined || disabled}
      onClick={run}
    >
      {label}
    </Menu.Item>
  );
};

export const ActionItems = ({ actions }: { readonly actions: readonly MenuAction[] }) =>
  actions.map((action) => <ActionItem key={action.label} action={action} />);
