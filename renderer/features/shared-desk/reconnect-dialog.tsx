import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../bridge/desk.ts';
import { DialogFoot } from '../../ui/dialog-foot.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { asTyped } from '../../ui/form/form-state.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { Form } from '../../ui/form.tsx';
import { FormDialog, useHeldDialog } from '../../ui/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { doneToast } from '../../ui/undo-toast.tsx';
import { ConnectionField, useConnectionCheck } from './connection-field.tsx';

interface ReconnectDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Reconnects to the same shared desk after its database got a new password or moved. */
export const ReconnectDialog = ({ opened, onClose }: ReconnectDialogProps) => {
  const { t } = useTranslation('sharedDesk');
  return (
    <FormDialog opened={opened} title={t('reconnect.title')} onClose={onClose}>
      <ReconnectForm onClose={onClose} />
    </FormDialog>
  );
};

const ReconnectForm = ({ onClose }: Pick<ReconnectDialogProps, 'onClose'>) => {
  const { t } = useTranslation(['sharedDesk', 'common']);
  const form = useForm({ initial: { connection: '' }, read: asTyped });
  useHeldDialog(form.busy);
  const check = useConnectionCheck(form.values.connection);
  const isGone = form.refusal?.details?.code === 'store-gone';
  const isOther = form.refusal?.details?.code === 'store-other';
  const connect = (anew: boolean, hasMoved = false) =>
    form.submit(
      ({ connection }) => call('sharedDesk.reconnect', { connection, anew, hasMoved }),
      () => {
        doneToast(t('reconnect.done'));
        onClose();
      },
    );
  return (
    <Form ref={form.ref} onSubmit={() => connect(false)}>
      <p className="prose">{t('reconnect.text')}</p>
      <ConnectionField
        check={check}
        {...form.field('connection')}
        onChange={(connection) => {
          form.clearError();
          form.change({ connection });
        }}
      />
      <ErrorNotice error={form.error} />
      {isGone ? (
        <Notice
          tone="warn"
          actions={
            <Button size="compact-sm" onClick={() => void connect(true)}>
              {t('reconnect.anew')}
            </Button>
          }
        >
          {t('reconnect.lost')}
        </Notice>
      ) : null}
      {isOther ? (
        <Notice
          tone="warn"
          actions={
            <Button size="compact-sm" onClick={() => void connect(false, true)}>
              {t('reconnect.moveConfirm')}
            </Button>
          }
        >
          {t('reconnect.moved')}
        </Notice>
      ) : null}
      <DialogFoot>
        <Button disabled={form.busy} onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
        <Button type="submit" variant="filled" loading={form.busy}>
          {t('reconnect.submit')}
        </Button>
      </DialogFoot>
    </Form>
  );
};
