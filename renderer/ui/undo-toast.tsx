import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCheck } from '@tabler/icons-react';
import i18next from 'i18next';
import type { AppError } from '#shared/result.ts';
import { describeError } from '../i18n/describe-error.ts';

const UNDO_TIME = 12_000;
const TIME = 5_000;

/** Mantine's own close button has no name. */
export const closeName = () => ({ 'aria-label': i18next.t('actions.close') });

/** Done, and can be taken back for 12 s. Dialogs are for money and loss only. */
export const undoToast = (message: string, onUndo: () => void): void =>
  actionToast(message, i18next.t('actions.undo'), onUndo);

/** Done, with the one thing that may come next; stays for 12 s. */
export const actionToast = (message: string, label: string, onAction: () => void): void => {
  const id = notifications.show({
    autoClose: UNDO_TIME,
    withBorder: true,
    closeButtonProps: closeName(),
    message: (
      <Group justify="space-between" wrap="nowrap" gap={8}>
        <span>{message}</span>
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => {
            notifications.hide(id);
            onAction();
          }}
        >
          {label}
        </Button>
      </Group>
    ),
  });
};

/** Something finished that the eye may have missed. */
export const doneToast = (message: string): void => {
  notifications.show({
    autoClose: TIME,
    withBorder: true,
    closeButtonProps: closeName(),
    icon: <IconCheck size={16} aria-hidden />,
    message,
  });
};

/** A failure without a place of its own on the screen; where there is one, use `ErrorNotice` there. */
export const errorToast = (error: AppError): void => {
  if (error.kind === 'cancelled') return;
  notifications.show({
    autoClose: 12_000,
    withBorder: true,
    closeButtonProps: closeName(),
    color: 'red',
    message: describeError(error),
  });
};
