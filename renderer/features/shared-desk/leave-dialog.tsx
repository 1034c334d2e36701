import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../bridge/use-action.ts';
import { useShared } from '../../parts/shared-desk/shared-desk-store.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';

interface LeaveDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export const LeaveDialog = ({ opened, onClose }: LeaveDialogProps) => {
  const { t } = useTranslation('sharedDesk');
  const shared = useShared();
  const leave = useAction('sharedDesk.leave');
  const close = () => {
    leave.clearError();
    onClose();
  };
  const onLeave = async () => {
    const result = await leave.run({});
    if (result.ok) close();
  };
  const { unpublished = 0, lost = 0 } = shared ?? {};
  const isLast = shared?.computers.length === 1;
  return (
    <ConfirmDialog
      opened={opened}
      title={t('leave.title', { name: shared?.name ?? '' })}
      confirmLabel={t('leave.confirm')}
      danger
      busy={leave.busy}
      onConfirm={() => void onLeave()}
      onCancel={close}
    >
      <Stack gap={14}>
        <p>{t('leave.text')}</p>
        {isLast ? (
          <p>{t('leave.last')}</p>
        ) : (
          <>
            <p>{t('leave.others')}</p>
            <p>{t('leave.orders')}</p>
            <p>{t('leave.back')}</p>
          </>
        )}
        {lost === 0 ? null : <Notice tone="warn">{t('leave.lost', { count: lost })}</Notice>}
        {unpublished === 0 ? null : <Notice tone="warn">{t('leave.unpublished', { count: unpublished })}</Notice>}
        <ErrorNotice error={leave.error} />
      </Stack>
    </ConfirmDialog>
  );
};
