import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogFoot } from './dialog-foot.tsx';

interface ConfirmDialogProps {
  readonly opened: boolean;
  readonly title: string;
  readonly children: ReactNode;
  /** Names the action, such as "Buy 5 GB for 600 ₽" or "Remove the account and its data". */
  readonly confirmLabel: string;
  readonly danger?: boolean;
  readonly busy?: boolean;
  readonly disabled?: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/**
 * Asks before money is spent or data is lost. All other actions happen at once and can be undone. Cancel has the focus.
 */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { t } = useTranslation();
  const busy = props.busy === true;
  return (
    <Modal
      opened={props.opened}
      onClose={() => !busy && props.onCancel()}
      title={props.title}
      size={480}
      withCloseButton={false}
      closeOnClickOutside={!busy}
      closeOnEscape={!busy}
    >
      <div className="selectable">{props.children}</div>
      <DialogFoot>
        <Button data-autofocus onClick={props.onCancel} disabled={busy}>
          {t('actions.cancel')}
        </Button>
        <Button
          variant="filled"
          {...(props.danger === true ? { color: 'red.8' } : {})}
          loading={busy}
          disabled={props.disabled === true}
          onClick={props.onConfirm}
        >
          {props.confirmLabel}
        </Button>
      </DialogFoot>
    </Modal>
  );
};
